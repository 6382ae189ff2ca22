import type { CheckedInputOf, calls } from '@tollgate/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/storage/db.ts'
import { rowsById } from '../../platform/storage/rows-by-id.ts'
import { byColumns, type SortedBy, sortRows } from '../../platform/storage/sort-rows.ts'

/** `userId`: only this user's tasks. */
export type TaskFilters = Partial<CheckedInputOf<typeof calls.tasks.list>['query']> & { userId?: number }

/** The columns that the log shows. They are listed individually, so that a new column stays private. */
const SHOWN = [
  'tasks.id',
  'tasks.created_at',
  'tasks.updated_at',
  'tasks.user_id',
  'tasks.channel_id',
  'tasks.platform',
  'tasks.action',
  'tasks.task_id',
  'tasks.status',
  'tasks.progress',
  'tasks.fail_reason',
  'tasks.submit_time',
  'tasks.start_time',
  'tasks.finish_time',
  'tasks.quota',
  'tasks.refunded',
  'tasks.data',
] as const

const SEVERAL = ['channel_id', 'platform', 'action', 'status'] as const

const SORTED_BY: SortedBy<'tasks'> = {
  ...byColumns(['submit_time', 'platform', 'action', 'status', 'quota'], 'tasks'),
  finish_time: sql`nullif(tasks.finish_time, 0)`,
}

/**
 * Queries for the tasks that pass the filters, with the names of user and channel, and for their number; newest first
 * unless sorted.
 */
export function tasksBy(db: Db, filters: TaskFilters) {
  const { userId, start_timestamp = 0, end_timestamp, sort = '' } = filters
  // Always present, so that SQLite uses the index with the rows in order.
  let query = db.selectFrom('tasks').where('tasks.submit_time', '>=', start_timestamp)
  if (userId !== undefined) query = query.where('tasks.user_id', '=', userId)
  if (filters.task_id) query = query.where('tasks.task_id', '=', filters.task_id)
  for (const field of SEVERAL) {
    const wanted = filters[field]
    if (wanted && wanted.length > 0) query = query.where(`tasks.${field}`, 'in', wanted)
  }
  if (end_timestamp) query = query.where('tasks.submit_time', '<=', end_timestamp)
  const ids = sortRows(query.select('tasks.id'), sort, SORTED_BY, rows =>
    (sort === '' ? rows.orderBy('tasks.submit_time', 'desc') : rows).orderBy('tasks.id', 'desc'),
  )
  return {
    ids,
    rows: rowsById(ids, ids => withNames(db, ids)),
    count: query.select(({ fn }) => fn.countAll<number>().as('total')),
  }
}

const withNames = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('tasks')
    .where('tasks.id', 'in', ids)
    .leftJoin('channels', 'channels.id', 'tasks.channel_id')
    .leftJoin('users', 'users.id', 'tasks.user_id')
    .select([...SHOWN, 'channels.name as channel_name', 'users.username as username'])
    .execute()

export type FoundTask = Awaited<ReturnType<typeof withNames>>[number]
