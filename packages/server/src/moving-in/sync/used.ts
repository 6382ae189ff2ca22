import type { Db } from '../../platform/storage/db.ts'
import type { ImportedKind } from '../tables/move.ts'

interface Used {
  sourceId: number
  usedQuota: number
  requestCount?: number
}

/** Adds to what rows had used before they came: the audit adds it to what is charged here. */
export async function rememberUsed(
  db: Db,
  importId: string,
  kind: ImportedKind,
  changes: readonly Used[],
): Promise<void> {
  for (const { sourceId, usedQuota, requestCount = 0 } of changes)
    await db
      .updateTable('imported_rows')
      .set(row => ({
        used_quota: row('used_quota', '+', usedQuota),
        request_count: row('request_count', '+', requestCount),
      }))
      .where('import_id', '=', importId)
      .where('kind', '=', kind)
      .where('source_id', '=', sourceId)
      .execute()
}
