import { LOG_TYPE } from '@tollgate/contract'
import type { Db } from '../../platform/storage/db.ts'
import type { ArchivePlace } from '../../records/archive/archive-place.ts'
import { type Place, pagesOfLog } from '../../records/archive/search.ts'
import type { ChargedRow } from './replay-row.ts'

export interface Span {
  /** Unix seconds; the end is exclusive. */
  since: number
  until: number
}

const ROWS_AT_ONCE = 2_000

/** Yields the charged rows of a span in pages, oldest first, from the archives and the log. */
export async function* chargedPages(
  db: Db,
  { since, until }: Span,
  placeAt: (address: string) => ArchivePlace,
): AsyncGenerator<ChargedRow[]> {
  const readPage = (after: Place) => chargedAfter(db, until, after)
  for await (const page of pagesOfLog(db, { from: since, to: until }, placeAt, { readPage, size: ROWS_AT_ONCE }))
    yield page.filter(row => !('type' in row) || row.type === LOG_TYPE.consume)
}

/** Reads only the needed columns. */
const chargedAfter = (db: Db, until: number, { created_at, id }: Place): Promise<ChargedRow[]> =>
  db
    .selectFrom('logs')
    .select([
      'id',
      'created_at',
      'user_id',
      'username',
      'model_name',
      'group',
      'channel_id',
      'quota',
      'prompt_tokens',
      'completion_tokens',
      'other',
    ])
    .where('type', '=', LOG_TYPE.consume)
    .where('created_at', '>=', created_at)
    .where('created_at', '<', until)
    .where(log => log.or([log('created_at', '>', created_at), log('id', '>', id)]))
    .orderBy('created_at')
    .orderBy('id')
    .limit(ROWS_AT_ONCE)
    .execute()
