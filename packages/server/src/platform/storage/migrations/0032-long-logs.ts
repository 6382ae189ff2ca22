import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/**
 * Rows of some hours, which the log's sums name, are told apart without being read. On SQLite what filters look at stands in the index by
 * time, at whose end new rows are added; models and channels need none of their own then, which a call pays for. PostgreSQL takes no
 * texts of any length into an index; there failed calls have one of their own.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  if (kind === 'postgres') {
    await sql`create index logs_failed on logs (created_at) where type = 5 or error_code <> ''`.execute(db)
    return
  }
  for (const index of ['created_at_type', 'model_name_created_at', 'channel_id_created_at'])
    await sql`drop index ${sql.id(`logs_by_${index}`)}`.execute(db)
  await sql`create index logs_by_time on logs
    (created_at, type, user_id, token_id, channel_id, model_name, "group", token_name, error_code, quota, duration_ms, first_token_ms)`.execute(
    db,
  )
}
