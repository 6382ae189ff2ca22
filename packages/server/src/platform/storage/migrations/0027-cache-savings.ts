import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/** The savings of the cache, per call and summed up. Existing rows have null, because it was not counted before. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  for (const table of ['logs', 'quota_data'])
    await db.schema.alterTable(table).addColumn('cache_saved', integer).execute()
  if (kind !== 'sqlite') return
  // The index from which SQLite sums up by user covers every sum.
  await sql`drop index quota_data_by_user`.execute(db)
  await sql`create index quota_data_by_user on quota_data
    (user_id, created_at, count, failed, quota, token_used, prompt_tokens, cache_tokens, cache_saved)`.execute(db)
}
