import { LOG_TYPE } from '@tollgate/contract'
import type { Selectable } from 'kysely'
import { type Db, inTransaction } from '../../platform/storage/db.ts'
import type { Tables } from '../../platform/storage/schema.ts'
import { isImported } from '../logs/imported-rows.ts'
import { noteGone } from '../logs/sums/store.ts'

export type ArchivedRow = Selectable<Tables['logs']>
export type Archive = Selectable<Tables['log_archives']>

/** The contents of a complete file. */
export interface ArchiveContent {
  rows: number
  bytes: number
  /** Of the compressed file, in hex. */
  sha256: string
  from_time: number
  to_time: number
}

/** The rows older than a given time after a position, oldest first. */
export function oldestLogs(
  db: Db,
  before: number,
  after: Pick<ArchivedRow, 'created_at' | 'id'> | null,
  limit: number,
) {
  let query = db.selectFrom('logs').selectAll().where('created_at', '<', before)
  if (after) {
    const { created_at, id } = after
    query = query
      .where('created_at', '>=', created_at)
      .where(log => log.or([log('created_at', '>', created_at), log('id', '>', id)]))
  }
  return query.orderBy('created_at').orderBy('id').limit(limit).execute()
}

export const beginArchive = (db: Db, begun: Pick<Archive, 'name' | 'place' | 'made_at'>): Promise<{ id: number }> =>
  db
    .insertInto('log_archives')
    .values({ ...begun, state: 'writing' })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Marks the file as complete. Returns false if another process took over meanwhile; the file then does not count. */
export async function recordWritten(db: Db, id: number, content: ArchiveContent): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('log_archives')
    .set({ ...content, state: 'written' })
    .where('id', '=', id)
    .where('state', '=', 'writing')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Deletes the remains of an unfinished attempt; its file does not count. */
export const unfinishedAttempts = (db: Db): Promise<Archive[]> =>
  db.selectFrom('log_archives').selectAll().where('state', '=', 'writing').execute()

export const forgetAttempt = async (db: Db, id: number): Promise<void> => {
  await db.deleteFrom('log_archives').where('id', '=', id).where('state', '=', 'writing').execute()
}

/** The complete archives, oldest first. */
export const writtenArchives = (db: Db): Promise<Archive[]> =>
  db.selectFrom('log_archives').selectAll().where('state', '!=', 'writing').orderBy('id').execute()

/**
 * Deletes the rows of an archive from the log and records their charges in the same transaction: at any time a charge
 * counts either in the log or in the archive's totals. Returns how many rows were deleted.
 */
export function moveToArchive(db: Db, { id, to_time }: Archive, ids: number[]): Promise<number> {
  return inTransaction(db, async db => {
    const moved = db.selectFrom('logs').where('id', 'in', ids).where('created_at', '<=', to_time)
    const newest = await moved.select('created_at').orderBy('created_at', 'desc').limit(1).executeTakeFirst()
    if (newest) await noteGone(db, newest.created_at + 1)
    const gone = await db
      .deleteFrom('logs')
      .where('id', 'in', ids)
      .where('created_at', '<=', to_time)
      .returning(['user_id', 'type', 'quota', 'code'])
      .execute()
    const sums = new Map<number, { calls: number; quota: number }>()
    for (const { user_id, type, quota, code } of gone) {
      if (type !== LOG_TYPE.consume || isImported(code)) continue
      const sum = sums.get(user_id) ?? { calls: 0, quota: 0 }
      sums.set(user_id, { calls: sum.calls + 1, quota: sum.quota + quota })
    }
    for (const [user_id, sum] of sums)
      await db
        .insertInto('log_archive_sums')
        .values({ archive_id: id, user_id, ...sum })
        .onConflict(conflict =>
          conflict.columns(['archive_id', 'user_id']).doUpdateSet(({ eb, ref }) => ({
            calls: eb(ref('log_archive_sums.calls'), '+', sum.calls),
            quota: eb(ref('log_archive_sums.quota'), '+', sum.quota),
          })),
        )
        .execute()
    return gone.length
  })
}

export const recordMoved = async (db: Db, id: number): Promise<void> => {
  await db.updateTable('log_archives').set({ state: 'moved' }).where('id', '=', id).execute()
}

/**
 * Notes that rows older than a given time were deleted without being archived, so charges can no longer be compared
 * across that gap.
 */
export const recordGap = async (db: Db, before: number): Promise<void> => {
  await db
    .updateTable('log_archives')
    .set({ is_gapped: 1 })
    .where('is_gapped', '=', 0)
    .where(({ exists, selectFrom }) => exists(selectFrom('logs').select('id').where('created_at', '<', before)))
    .execute()
}

export const sumsOf = (db: Db, id: number) =>
  db
    .selectFrom('log_archive_sums')
    .select(['user_id', 'calls', 'quota'])
    .where('archive_id', '=', id)
    .orderBy('user_id')
    .execute()
