import { dirname } from 'node:path'
import { sql } from 'kysely'
import type { Storage } from '../storage/db.ts'
import { type Audit, auditLedger } from './audit.ts'

/**
 * Goes through the books while calls run, and holds none up: PostgreSQL reads beside its writers, SQLite in a thread of
 * its own over a connection of its own.
 */
export async function auditAside(storage: Storage, now: number): Promise<Audit> {
  if (storage.kind === 'postgres') return auditLedger(storage, now)
  const place = { DATA_DIR: dirname(await fileOf(storage)) }
  const thread = new Worker(new URL('audit-thread.ts', import.meta.url))
  try {
    return await new Promise<Audit>((resolve, reject) => {
      thread.onmessage = ({ data }) => resolve(data)
      thread.onerror = ({ message }) => reject(new Error(`the books could not be gone through: ${message}`))
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
