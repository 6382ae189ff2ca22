import { sql } from 'kysely'
import type { Db } from '../../platform/storage/db.ts'
import { refuseLongRead } from '../../platform/storage/refuse-long-read.ts'
import { type LogFilters, valuesOf } from './filters.ts'

/**
 * Throws if a time, or its users' part of it, has too many log rows to scan. Other filters do not help, because no
 * index has them.
 * @throws ReportEnded
 */
export function refuseLongLogRead(
  db: Db,
  { userId, username, start_timestamp = 0, end_timestamp }: LogFilters,
): Promise<void> {
  const users = valuesOf(username)
  const conditions = [
    sql`created_at >= ${start_timestamp}`,
    ...(end_timestamp ? [sql`created_at <= ${end_timestamp}`] : []),
    ...(userId === undefined ? [] : [sql`user_id = ${userId}`]),
    ...(users.length > 0 ? [sql`user_id in (select id from users where username in (${sql.join(users)}))`] : []),
  ]
  return refuseLongRead(db, sql`from logs where ${sql.join(conditions, sql` and `)}`)
}
