import { sql } from 'kysely'
import type { Db } from '../../platform/storage/db.ts'
import { refuseLongRead } from '../../platform/storage/refuse-long-read.ts'
import type { LogFilters } from './store.ts'

/**
 * Throws if a time, or one user's part of it, has too many log rows to scan. Other filters do not help, because no
 * index has them.
 * @throws ReportEnded
 */
export function refuseLongLogRead(
  db: Db,
  { userId, username, start_timestamp = 0, end_timestamp }: LogFilters,
): Promise<void> {
  const conditions = [
    sql`created_at >= ${start_timestamp}`,
    ...(end_timestamp ? [sql`created_at <= ${end_timestamp}`] : []),
    ...(userId === undefined ? [] : [sql`user_id = ${userId}`]),
    ...(username ? [sql`user_id = (select id from users where username = ${username})`] : []),
  ]
  return refuseLongRead(db, sql`from logs where ${sql.join(conditions, sql` and `)}`)
}
