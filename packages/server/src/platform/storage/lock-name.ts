import { sql, type Transaction } from 'kysely'
import { databaseKindOf } from './db.ts'
import type { Tables } from './schema.ts'

/**
 * Makes other transactions that lock the same name wait until this one ends. It guards uniqueness where a unique index
 * is impossible because imported data may hold duplicates. On SQLite, transactions run one by one anyway.
 */
export async function lockName(db: Transaction<Tables>, name: string): Promise<void> {
  if (databaseKindOf(db) === 'postgres')
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)
}
