import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../process/environment.ts'
import { SECRET_KEY_FILE } from '../secrets/secrets.ts'
import { DATABASE_FILE } from './db.ts'
import { LOCK_FILE, OWNER_FILE } from './own-folder.ts'

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
const FOR_OTHERS = 0o077

/** @throws StartError if it cannot be created */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: FOLDER_MODE })
  } catch (error) {
    throw new StartError(`The folder ${folder} cannot be made: ${(error as Error).message}.`)
  }
}

/**
 * Creates the database file before SQLite does, because SQLite would let others read it. SQLite's other files copy its
 * mode.
 */
export function makeDatabaseFile(folder: string): void {
  try {
    closeSync(openSync(join(folder, DATABASE_FILE), 'a', FILE_MODE))
  } catch {
    // Opening the database reports the reason.
  }
}

/** Removes other users' access to a data folder and its files. Returns the paths whose mode could not be changed. */
export function closeToOthers(folder: string): string[] {
  // Windows has no such modes.
  if (process.platform === 'win32' || !existsSync(folder)) return []
  const database = join(folder, DATABASE_FILE)
  const beside = [SECRET_KEY_FILE, LOCK_FILE, OWNER_FILE].map(name => join(folder, name))
  const files = [database, `${database}-wal`, `${database}-shm`, ...beside].filter(path => existsSync(path))
  return [...(isClosed(folder, FOLDER_MODE) ? [] : [folder]), ...files.filter(path => !isClosed(path, FILE_MODE))]
}

function isClosed(path: string, mode: number): boolean {
  try {
    if ((statSync(path).mode & FOR_OTHERS) !== 0) chmodSync(path, mode)
    return (statSync(path).mode & FOR_OTHERS) === 0
  } catch {
    return false
  }
}
