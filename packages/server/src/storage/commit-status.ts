import { sql } from 'kysely'
import type { Db, Storage } from './db.ts'
import { mayPass } from './passing-errors.ts'

const PAUSE_MS = 500

/** PostgreSQL's own name for the running transaction. */
export async function transactionId(db: Db): Promise<string> {
  const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(db)
  return rows[0]?.id ?? ''
}

/** Whether a transaction took effect whose connection broke while it committed: only PostgreSQL knows, once it is back. */
export async function wasCommitted({ db }: Storage, id: string): Promise<boolean> {
  while (true) {
    const status = await statusOf(db, id)
    if (status === 'committed' || status === 'aborted') return status === 'committed'
    await Bun.sleep(PAUSE_MS)
  }
}

async function statusOf(db: Db, id: string): Promise<string | null | undefined> {
  try {
    const { rows } = await sql<{ status: string | null }>`select pg_xact_status(${id}::xid8) as status`.execute(db)
    return rows[0]?.status
  } catch (error) {
    if (mayPass(error)) return undefined
    throw error
  }
}
