import { dirname } from 'node:path'
import { sql } from 'kysely'
import type { Storage } from '../storage/db.ts'
import { type Audit, auditLedger } from './audit.ts'

/**
 * Audits the ledger without delaying running calls: PostgreSQL does not block its writers, and SQLite is read in a
 * separate thread over its own connection.
 */
export async function auditInThread(storage: Storage, now: number): Promise<Audit> {
  if (storage.kind === 'postgres') return auditLedger(storage, now)
  const place = { DATA_DIR: dirname(await fileOf(storage)) }
  const thread = new Worker(new URL('audit-thread.ts', import.meta.url))
  try {
    return await new Promise<Audit>((resolve, reject) => {
      thread.onmessage = ({ data }) => resolve(data)
      thread.onerror = ({ message }) => reject(new Error(`the audit failed: ${message}`))
      thread.postMessage({ place, now })
    })
  } finally {
    thread.terminate()
  }
}

async function fileOf({ db }: Storage): Promise<string> {
  const { rows } = await sql<{ file: string }>`select file from pragma_database_list where name = 'main'`.execute(db)
  return rows[0]?.file ?? ''
}
