import { type Kysely, sql } from 'kysely'
import type { Storage } from '../storage/db.ts'
import type { Tables } from '../storage/schema.ts'

/** This process as one of the nodes that share the database. */
export interface LedgerNode {
  /** Stored with its holds. */
  id: string
  /** Gives up the lock: other nodes may then release its remaining holds. */
  close(): Promise<void>
}

/**
 * Registers this process as a node. On PostgreSQL a node is alive as long as it keeps an advisory lock on its id, which
 * the database releases when the process is gone; on SQLite there is only one process. At every heartbeat the node checks
 * that it still has the lock, and takes it again if not.
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

/** Keeps a connection that holds the lock, until the node leaves or the connection breaks. */
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
