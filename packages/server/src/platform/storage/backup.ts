import { Database } from 'bun:sqlite'
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Environment, StartError } from '../process/environment.ts'
import { spokenCommand } from '../process/own-program.ts'
import { SECRET_KEY_FILE } from '../secrets/secrets.ts'
import { DATABASE_FILE } from './db.ts'
import { journalFile, journalsIn } from './journal-files.ts'
import { makeDatabaseFile } from './private-folder.ts'
import { runCommand } from './run-command.ts'

/**
 * Copies a snapshot of the database and the secret key into a new folder, from which a server can start. Does not block
 * a running server. The folder gets its final name only when it is complete. Returns the names of the copied files.
 * @throws StartError if there is nothing to copy or the folder exists
 */
export function backUp(
  { DATABASE_URL, DATA_DIR }: Pick<Environment, 'DATABASE_URL' | 'DATA_DIR'>,
  folder: string,
): string[] {
  if (DATABASE_URL)
    throw new StartError('DATABASE_URL names a PostgreSQL database: back it up with pg_dump, see docs/operating.md.')
  const database = join(DATA_DIR, DATABASE_FILE)
  if (!existsSync(database)) throw new StartError(`There is no ${DATABASE_FILE} in ${DATA_DIR}.`)
  if (existsSync(folder)) throw new StartError(`${folder} already exists; name a folder that does not.`)

  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true, mode: 0o700 })
  makeDatabaseFile(unfinished)
  // The journals come first, so that a call whose end is missing in the database copy is known to have run.
  const journals = copyJournals(DATA_DIR, unfinished)
  copyDatabase(database, join(unfinished, DATABASE_FILE))
  const files = [DATABASE_FILE]
  // With SECRET_KEY set there is no key file.
  if (existsSync(join(DATA_DIR, SECRET_KEY_FILE))) {
    copyFileSync(join(DATA_DIR, SECRET_KEY_FILE), join(unfinished, SECRET_KEY_FILE))
    files.push(SECRET_KEY_FILE)
  }
  renameSync(unfinished, folder)
  return [...files, ...journals]
}

/** The journals of running calls: a server started from the copy writes their log rows. */
function copyJournals(from: string, to: string): string[] {
  const names = journalsIn(from).map(journalFile)
  for (const name of names) copyFileSync(join(from, name), join(to, name))
  return names
}

/** Uses `vacuum into`: a plain copy of the file would miss the contents of the write-ahead log. */
function copyDatabase(from: string, to: string): void {
  const source = new Database(from, { readonly: true })
  source.run('pragma busy_timeout = 5000')
  source.run('vacuum into ?', [to])
  source.close()
  const copy = new Database(to, { readonly: true })
  const check = copy.query('pragma quick_check').values()
  copy.close()
  if (check[0]?.[0] !== 'ok') throw new StartError(`The copy is damaged, and ${from} may be too: ${check[0]?.[0]}.`)
}

/** `tollgate backup`: copies the configured database and the secret key into the folder given as argument. */
export const backupCommand = ([folder]: string[]): Promise<number> =>
  runCommand(async environment => {
    if (!folder) throw new StartError(`Name a folder to create: ${spokenCommand('backup FOLDER')}`)
    const files = backUp(environment, resolve(folder))
    console.log(
      `✓ ${folder} holds ${files.join(' and ')}. DATA_DIR=${folder} ${spokenCommand('start')} continues from there.`,
    )
    return 0
  })
