import type { CheckedInputOf, calls } from '@tollgate/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/storage/db.ts'
import { rowsById } from '../../platform/storage/rows-by-id.ts'
import { byColumns, type SortedBy, sortRows } from '../../platform/storage/sort-rows.ts'

/** `userId`: only this user's drawings. */
export type DrawingFilters = Partial<CheckedInputOf<typeof calls.drawings.list>['query']> & { userId?: number }

/** The columns that the log shows. They are listed individually, so that a new column stays private. */
const SHOWN = [
  'midjourneys.id',
  'midjourneys.user_id',
  'midjourneys.channel_id',
  'midjourneys.code',
  'midjourneys.action',
  'midjourneys.mj_id',
  'midjourneys.prompt',
  'midjourneys.prompt_en',
  'midjourneys.submit_time',
  'midjourneys.start_time',
  'midjourneys.finish_time',
  'midjourneys.image_url',
  'midjourneys.status',
  'midjourneys.progress',
  'midjourneys.fail_reason',
  'midjourneys.quota',
  'midjourneys.refunded',
] as const

const SORTED_BY: SortedBy<'drawings'> = {
  ...byColumns(['submit_time', 'action', 'status', 'quota'], 'midjourneys'),
  finish_time: sql`nullif(midjourneys.finish_time, 0)`,
}

/**
 * Queries for the drawings that pass the filters, with the names of user and channel, and for their number; newest
 * first unless sorted.
 */
export function drawingsBy(db: Db, filters: DrawingFilters) {
  const { userId, channel_id = [], mj_id, start_timestamp = 0, end_timestamp, sort = '' } = filters
  // Always present, so that SQLite uses the index with the rows in order.
  let query = db.selectFrom('midjourneys').where('midjourneys.submit_time', '>=', start_timestamp)
  if (userId !== undefined) query = query.where('midjourneys.user_id', '=', userId)
  if (channel_id.length > 0) query = query.where('midjourneys.channel_id', 'in', channel_id)
  if (mj_id) query = query.where('midjourneys.mj_id', '=', mj_id)
  if (end_timestamp) query = query.where('midjourneys.submit_time', '<=', end_timestamp)
  const ids = sortRows(query.select('midjourneys.id'), sort, SORTED_BY, rows =>
    (sort === '' ? rows.orderBy('midjourneys.submit_time', 'desc') : rows).orderBy('midjourneys.id', 'desc'),
  )
  return {
    ids,
    rows: rowsById(ids, ids => withNames(db, ids)),
    count: query.select(({ fn }) => fn.countAll<number>().as('total')),
  }
}

const withNames = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('midjourneys')
    .where('midjourneys.id', 'in', ids)
    .leftJoin('channels', 'channels.id', 'midjourneys.channel_id')
    .leftJoin('users', 'users.id', 'midjourneys.user_id')
    .select([...SHOWN, 'channels.name as channel_name', 'users.username as username'])
    .execute()

export type FoundDrawing = Awaited<ReturnType<typeof withNames>>[number]
