import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/**
 * Lets a query filter the rows of the hours named by the log's sums without reading the rows. On SQLite the filtered
 * columns are part of the index by time, at whose end new rows are added, so models and channels need no index of their
 * own that every call would pay for. PostgreSQL cannot index arbitrarily long texts, so failed calls have their own
 * index there.
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
