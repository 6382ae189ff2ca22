import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/** The index by which SQLite sums up by user tells models and tokens apart, so that a busy user's figures need not be looked up one by one. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  if (kind !== 'sqlite') return
  await sql`drop index quota_data_by_user`.execute(db)
  await sql`create index quota_data_by_user on quota_data
    (user_id, created_at, model_name, token_id, count, failed, quota, token_used, prompt_tokens, cache_tokens, cache_saved)`.execute(
    db,
  )
}
