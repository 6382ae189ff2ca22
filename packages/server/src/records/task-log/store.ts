import type { CheckedInputOf, calls } from '@tollgate/contract'
import type { Db } from '../../platform/storage/db.ts'

/** `userId`: only this user's tasks. */
export type TaskFilters = Partial<CheckedInputOf<typeof calls.tasks.list>['query']> & { userId?: number }

/** The columns that the log shows. They are named one by one, so that a new column stays private. */
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

const EXACT = ['task_id', 'platform', 'action', 'status'] as const

/** Queries for the tasks that pass the filters, newest first, with the names of user and channel, and for their number. */
export function tasksBy(db: Db, filters: TaskFilters) {
  const { userId, channel_id, start_timestamp = 0, end_timestamp } = filters
  // Always present, so that SQLite uses the index with the rows in order.
  let query = db.selectFrom('tasks').where('tasks.submit_time', '>=', start_timestamp)
  if (userId !== undefined) query = query.where('tasks.user_id', '=', userId)
  if (channel_id) query = query.where('tasks.channel_id', '=', channel_id)
  for (const field of EXACT) {
    const wanted = filters[field]
    if (wanted) query = query.where(`tasks.${field}`, '=', wanted)
  }
  if (end_timestamp) query = query.where('tasks.submit_time', '<=', end_timestamp)
  return {
    rows: query
      .leftJoin('channels', 'channels.id', 'tasks.channel_id')
      .leftJoin('users', 'users.id', 'tasks.user_id')
      .select([...SHOWN, 'channels.name as channel_name', 'users.username as username'])
      .orderBy('tasks.submit_time', 'desc')
      .orderBy('tasks.id', 'desc'),
    count: query.select(({ fn }) => fn.countAll<number>().as('total')),
  }
}

export type FoundTask = Awaited<ReturnType<ReturnType<typeof tasksBy>['rows']['execute']>>[number]
