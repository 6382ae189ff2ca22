import { Database } from 'bun:sqlite'
import { readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { StartError } from '../process/environment.ts'

/** File in DATA_DIR, locked by the one process that may write there. */
export const LOCK_FILE = 'owner.lock'
/** File beside it that names this process, only for messages; the lock alone decides. */
export const OWNER_FILE = 'owner.json'

/** What is known about the process that holds the folder. */
interface Owner {
  pid: number
  host: string
  /** ISO 8601. */
  since: string
  /** null: the system chose it. */
  port: number | null
}

/**
 * Locks a data folder for this process. The operating system releases the lock when the process ends in any way. Call
 * this before touching anything else in the folder.
 * @returns a function that unlocks the folder; null if another process holds it
 */
export function takeFolder(folder: string, port: number): (() => void) | null {
  const lock = lockFile(join(folder, LOCK_FILE))
  if (!lock) return null
  const owner: Owner = { pid: process.pid, host: hostname(), since: new Date().toISOString(), port: port || null }
  try {
    writeFileSync(join(folder, OWNER_FILE), `${JSON.stringify(owner)}\n`, { mode: 0o600 })
  } catch {
    // On a full disk a second process gets a less precise message, but the lock still holds.
  }
  return () => lock.close()
}

/** @throws StartError that names the process that holds the folder */
export function ownFolder(folder: string, port: number): () => void {
  const release = takeFolder(folder, port)
  if (release) return release
  throw new StartError(
    `The folder ${folder} is in use by ${inWords(readOwner(folder))}. Stop that first, take over from it with --take-over on the same PORT, or name another folder with DATA_DIR.`,
  )
}

/** SQLite uses the platform's locks, which work between processes and within one. */
function lockFile(path: string): Database | null {
  const lock = new Database(path, { create: true })
  try {
    lock.run('pragma busy_timeout = 0')
    // An in-memory journal leaves no second file.
    lock.run('pragma journal_mode = memory')
    lock.run('begin exclusive')
    return lock
  } catch (error) {
    lock.close()
    if ((error as { code?: string }).code === 'SQLITE_BUSY') return null
    throw error
  }
}

function readOwner(folder: string): Partial<Owner> {
  try {
    return JSON.parse(readFileSync(join(folder, OWNER_FILE), 'utf8'))
  } catch {
    return {}
  }
}

function inWords({ pid, host, since, port }: Partial<Owner>): string {
  if (!pid) return 'another process'
  return `process ${pid} on ${host} since ${since}${port ? `, which listens on port ${port}` : ''}`
}
