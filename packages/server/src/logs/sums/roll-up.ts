import { sql } from 'kysely'
import { type Db, databaseKindOf } from '../../storage/db.ts'
import { newestLogId } from '../store.ts'
import { addRows } from './add-rows.ts'
import { addUnitsBelow, removeGone } from './add-units.ts'
import { LEVELS } from './units.ts'

/** Others write in between. */
const PAUSE_MS = 5
/** So that of an old log, which takes long, what is done already helps. */
const PIECES_BETWEEN = 50
const PATIENCE_MS = 2_000
const LOOK_MS = 10

/**
 * Adds what the log got since the last time to its sums, in short transactions, and returns how many rows that were. Several
 * nodes may do it at once.
 */
export async function rollUp(db: Db, signal: AbortSignal, patienceMs = PATIENCE_MS): Promise<number> {
  const pause = async () => {
    signal.throwIfAborted()
    await Bun.sleep(PAUSE_MS)
  }
  const upTo = await lastCommitted(db, patienceMs)
  let rows = 0
  for (let added = 1; added > 0; ) {
    for (let piece = 0; piece < PIECES_BETWEEN && added > 0; piece++) {
      added = await addRows(db, upTo)
      rows += added
      await pause()
    }
    for (const hours of LEVELS.slice(1)) while (await addUnitsBelow(db, hours)) await pause()
  }
  while (await removeGone(db)) await pause()
  return rows
}

/** An id up to which every row is there that ever will be; 0 where that does not show soon. */
async function lastCommitted(db: Db, patienceMs: number): Promise<number> {
  const newest = await newestLogId(db)
  if (databaseKindOf(db) === 'sqlite') return newest
  // Whoever has taken a lower id holds this lock until its row can be seen. Nobody is kept waiting, unlike by a lock of our own.
  const running = await writers(db)
  for (const end = performance.now() + patienceMs; running.size > 0; await Bun.sleep(LOOK_MS)) {
    if (performance.now() > end) return 0
    const still = await writers(db)
    for (const writer of running) if (!still.has(writer)) running.delete(writer)
  }
  return newest
}

async function writers(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ writer: string }>`select virtualtransaction as writer from pg_locks
    where locktype = 'relation' and relation = 'logs'::regclass and granted
      and database = (select oid from pg_database where datname = current_database())
      and mode in ('RowExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`.execute(db)
  return new Set(rows.map(({ writer }) => writer))
}
