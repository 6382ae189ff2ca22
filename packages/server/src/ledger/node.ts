import { type Kysely, sql } from 'kysely'
import type { Storage } from '../storage/db.ts'
import type { Tables } from '../storage/schema.ts'

/** This process among all that share the database. */
export interface LedgerNode {
  /** Stands on its holds. */
  id: string
  /** Leaves: what it still holds may then be resolved by others. */
  close(): Promise<void>
}

/**
 * Takes a place among the nodes. On PostgreSQL a node lives as long as it keeps an advisory lock on its id, which the
 * database gives up the moment the process is gone; on SQLite a process is alone. At every heartbeat it makes sure that it
 * still has its place, and takes it again if not.
 */
export async function joinNodes({ db, kind }: Storage, heartbeatMs: number): Promise<LedgerNode> {
  const id = crypto.randomUUID()
  if (kind === 'sqlite') return { id, close: async () => undefined }

  const leaving = Promise.withResolvers<void>()
  let isLeaving = false
  const joined = Promise.withResolvers<void>()
  const living = (async () => {
    while (!isLeaving) {
      await holdLock(db, id, { heartbeatMs, leaving: leaving.promise, onHeld: joined.resolve }).catch(joined.reject)
      if (!isLeaving) await Promise.race([leaving.promise, Bun.sleep(heartbeatMs / 5)])
    }
  })()
  await joined.promise
  return {
    id,
    async close() {
      isLeaving = true
      leaving.resolve()
      await living
    },
  }
}

/** Keeps one connection with the lock on it, until the node leaves or the connection breaks. */
function holdLock(
  db: Kysely<Tables>,
  id: string,
  { heartbeatMs, leaving, onHeld }: { heartbeatMs: number; leaving: Promise<void>; onHeld: () => void },
): Promise<void> {
  return db.connection().execute(async connection => {
    await sql`select pg_advisory_lock(hashtextextended(${id}, 0))`.execute(connection)
    onHeld()
    let hasLeft = false
    leaving.then(() => {
      hasLeft = true
    })
    while (!hasLeft) {
      await Promise.race([leaving, Bun.sleep(heartbeatMs)])
      await sql`select 1`.execute(connection)
    }
    await sql`select pg_advisory_unlock(hashtextextended(${id}, 0))`.execute(connection)
  })
}
