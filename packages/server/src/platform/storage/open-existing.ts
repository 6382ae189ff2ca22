import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Environment, StartError } from '../process/environment.ts'
import { DATABASE_FILE, openStorage, type Storage } from './db.ts'
import { checkUpToDate } from './migrate.ts'

/**
 * Opens the configured database for a command that runs beside the server; never creates or migrates it.
 * @throws StartError if there is none, or its version differs
 */
export async function openExisting(environment: Environment): Promise<Storage> {
  const { DATABASE_URL, DATA_DIR } = environment
  if (!DATABASE_URL && !existsSync(join(DATA_DIR, DATABASE_FILE)))
    throw new StartError(`There is no ${DATABASE_FILE} in ${DATA_DIR}.`)
  const storage = openStorage(environment)
  await checkUpToDate(storage)
  return storage
}
