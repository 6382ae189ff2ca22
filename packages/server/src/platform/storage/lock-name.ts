import { sql, type Transaction } from 'kysely'
import { databaseKindOf } from './db.ts'
import type { Tables } from './schema.ts'

/**
 * Keeps other transactions that lock the same name waiting until this one ends: for what must be unique without a unique
 * index, because imported data may hold it twice. On SQLite, transactions run one by one.
 */
export async function lockName(db: Transaction<Tables>, name: string): Promise<void> {
  if (databaseKindOf(db) === 'postgres')
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)
}
