import type { Logger } from 'pino'
import type { Environment } from '../environment.ts'
import { ownFolder } from './own-folder.ts'
import { closeToOthers, makeDatabaseFile, makeFolder } from './private-folder.ts'

/**
 * Makes a SQLite data folder this process's own, before anything in it is read or written, and closes it to others. Where
 * PostgreSQL holds the data, which has many nodes, the folder holds at most the secret key.
 *
 * @returns how to leave it, once everything in it is closed
 * @throws StartError where another process has it
 */
export function enterFolder({ DATABASE_URL, DATA_DIR, PORT }: Environment, log: Logger): () => void {
  const leave = DATABASE_URL ? () => undefined : own(DATA_DIR, PORT)
  const open = closeToOthers(DATA_DIR)
  if (open.length > 0) log.warn(`Others on this machine may read ${open.join(', ')}: the rights cannot be changed.`)
  return leave
}

function own(folder: string, port: number): () => void {
  makeFolder(folder)
  const leave = ownFolder(folder, port)
  makeDatabaseFile(folder)
  return leave
}
