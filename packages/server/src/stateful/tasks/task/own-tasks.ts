import type { Kysely } from 'kysely'
import type { Tables, TaskRow } from '../../../platform/storage/schema.ts'

/** Which of a user's tasks: of some platforms, or of all but some. */
export interface OwnTasksQuery {
  platforms?: readonly string[]
  notPlatforms?: readonly string[]
}

/** Finds an accepted task of the user, but not other users' tasks. */
export async function findOwnTask(
  db: Kysely<Tables>,
  userId: number,
  taskId: string,
  query: OwnTasksQuery = {},
): Promise<TaskRow | undefined> {
  const [row] = await findOwnTasks(db, userId, [taskId], query)
  return row
}

export const findOwnTasks = (
  db: Kysely<Tables>,
  userId: number,
  taskIds: readonly string[],
  { platforms, notPlatforms }: OwnTasksQuery = {},
): Promise<TaskRow[]> =>
  db
    .selectFrom('tasks')
    .selectAll()
    .where('user_id', '=', userId)
    .where('task_id', 'in', [...taskIds])
    .where('upstream_id', '!=', '')
    .where('deleted_at', '=', 0)
    .$if(platforms !== undefined, rows => rows.where('platform', 'in', [...(platforms ?? [])]))
    .$if(notPlatforms !== undefined, rows => rows.where('platform', 'not in', [...(notPlatforms ?? [])]))
    .orderBy('id')
    .execute()

/** Lists tasks, newest or oldest first; `after`: a row's number. */
export const listOwnTasks = (
  db: Kysely<Tables>,
  userId: number,
  { platforms = [] }: OwnTasksQuery,
  { limit, after, isAscending = false }: { limit: number; after?: number | undefined; isAscending?: boolean },
): Promise<TaskRow[]> =>
  db
    .selectFrom('tasks')
    .selectAll()
    .where('user_id', '=', userId)
    .where('platform', 'in', [...platforms])
    .where('upstream_id', '!=', '')
    .where('deleted_at', '=', 0)
    .$if(after !== undefined, rows => rows.where('id', isAscending ? '>' : '<', after ?? 0))
    .orderBy('id', isAscending ? 'asc' : 'desc')
    .limit(limit)
    .execute()

/** Lists a user's newest tasks on a platform, to find the one that made something. */
export const newestOwnTasks = (
  db: Kysely<Tables>,
  userId: number,
  platform: string,
  limit: number,
): Promise<Pick<TaskRow, 'task_id' | 'data'>[]> =>
  db
    .selectFrom('tasks')
    .select(['task_id', 'data'])
    .where('user_id', '=', userId)
    .where('platform', '=', platform)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Hides a task from its owner. It is still polled and refunded. */
export async function deleteOwnTask(db: Kysely<Tables>, { id }: Pick<TaskRow, 'id'>, now: number): Promise<void> {
  await db.updateTable('tasks').set({ deleted_at: now }).where('id', '=', id).execute()
}
