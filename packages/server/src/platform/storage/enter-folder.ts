import type { Logger } from 'pino'
import type { Environment } from '../process/environment.ts'
import { ownFolder } from './own-folder.ts'
import { closeToOthers, makeDatabaseFile, makeFolder } from './private-folder.ts'

/**
 * Locks a SQLite data folder for this process before anything in it is read or written, and removes other users'
 * access. Does not lock with PostgreSQL, which many nodes may share: the folder then holds at most the secret key.
 * @returns a function that unlocks the folder; call it once everything in it is closed
 * @throws StartError if another process holds the lock
 */
export function enterFolder({ DATABASE_URL, DATA_DIR, PORT }: Environment, log: Logger): () => void {
  const leave = DATABASE_URL ? () => undefined : own(DATA_DIR, PORT)
  const open = closeToOthers(DATA_DIR)
  if (open.length > 0)
    log.warn(`Others on this machine can read ${open.join(', ')}: its permissions cannot be changed.`)
  return leave
}

function own(folder: string, port: number): () => void {
  makeFolder(folder)
  const leave = ownFolder(folder, port)
  makeDatabaseFile(folder)
  return leave
}
