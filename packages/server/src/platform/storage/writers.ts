import { sql } from 'kysely'
import type { Db } from './db.ts'

const LOOK_MS = 10

/**
 * Waits until those have ended that write into a table of PostgreSQL's now. False: that does not show soon. Nobody is kept waiting,
 * unlike by a lock of our own.
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

/** Whoever writes into a table holds such a lock until what is written can be seen. */
async function writersOf(db: Db, table: string): Promise<Set<string>> {
  const { rows } = await sql<{ writer: string }>`select virtualtransaction as writer from pg_locks
    where locktype = 'relation' and relation = ${table}::regclass and granted
      and database = (select oid from pg_database where datname = current_database())
      and mode in ('RowExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`.execute(db)
  return new Set(rows.map(({ writer }) => writer))
}
