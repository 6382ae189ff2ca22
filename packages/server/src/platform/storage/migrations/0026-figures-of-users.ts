import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/**
 * SQLite groups by sorting, so it reads sums by user in the order of an index that covers them. PostgreSQL groups by
 * hashing and would have to update the index with every changed sum.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  if (kind !== 'sqlite') return
  await sql`drop index quota_data_by_user`.execute(db)
  await sql`create index quota_data_by_user on quota_data
    (user_id, created_at, count, failed, quota, token_used, prompt_tokens, cache_tokens)`.execute(db)
}
