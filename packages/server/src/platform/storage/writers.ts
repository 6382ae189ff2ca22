import { sql } from 'kysely'
import type { Db } from './db.ts'

const LOOK_MS = 10

/**
 * Waits until all transactions that are writing to a PostgreSQL table have ended. Returns false if it cannot tell soon.
 * Unlike a lock of our own, this makes nobody wait.
 */
export async function writersHaveEnded(db: Db, table: string, patienceMs: number): Promise<boolean> {
  const running = await writersOf(db, table)
  for (const end = performance.now() + patienceMs; running.size > 0; await Bun.sleep(LOOK_MS)) {
    if (performance.now() > end) return false
    const still = await writersOf(db, table)
    for (const writer of running) if (!still.has(writer)) running.delete(writer)
  }
  return true
}

/** A transaction that writes to a table holds this lock until its rows are visible. */
async function writersOf(db: Db, table: string): Promise<Set<string>> {
  const { rows } = await sql<{ writer: string }>`select virtualtransaction as writer from pg_locks
    where locktype = 'relation' and relation = ${table}::regclass and granted
      and database = (select oid from pg_database where datname = current_database())
      and mode in ('RowExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`.execute(db)
  return new Set(rows.map(({ writer }) => writer))
}
