import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { importFrom, type OpenTarget } from '../moving-in/command.ts'
import { exportAs, readExportArguments } from '../moving-in/leave/command.ts'
import { shadowOf } from '../moving-in/shadow/command.ts'
import type { Environment } from '../platform/process/environment.ts'
import { makeSecrets, readSecretKey } from '../platform/secrets/secrets.ts'
import { checkSecretKey } from '../platform/storage/check-secret-key.ts'
import { DATABASE_FILE, openStorage } from '../platform/storage/db.ts'
import { openExisting } from '../platform/storage/open-existing.ts'
import { runCommand } from '../platform/storage/run-command.ts'
import { prepareStorage } from './prepare-storage.ts'

const log = pino({ level: 'silent' })

/** `tollgate import SOURCE`: moves another gateway's database into the configured one. */
export const importCommand = (given: string[]): Promise<number> =>
  runCommand(environment =>
    importFrom(given, {
      open: access => (access === 'write' ? prepareStorage(environment, log) : openToRead(environment)),
      say: line => console.log(line),
      now: Math.floor(Date.now() / 1000),
    }),
  )

/** `tollgate shadow SOURCE`: charges another gateway's calls by the configured site's prices. */
export const shadowCommand = (given: string[]): Promise<number> =>
  runCommand(environment => shadowOf(given, { open: () => openToRead(environment), say: line => console.log(line) }))

/** `tollgate export --as new-api`: the configured site for another gateway. */
export const exportCommand = (given: string[]): Promise<number> =>
  runCommand(async environment => {
    const wanted = readExportArguments(given)
    const storage = await openExisting(environment)
    try {
      const secrets = makeSecrets(readSecretKey(environment.SECRET_KEY, environment.DATA_DIR))
      await checkSecretKey(storage.db, secrets)
      await exportAs({ storage, secrets }, wanted, line => console.log(line))
      return 0
    } finally {
      await storage.close()
    }
  })

/** Opens the configured site for reading, even while a server runs on it; a temporary empty one if there is none. */
async function openToRead(environment: Environment): Promise<OpenTarget> {
  if (!(await isThere(environment))) return openStandIn(environment)
  const storage = await openExisting(environment)
  try {
    const secrets = makeSecrets(readSecretKey(environment.SECRET_KEY, environment.DATA_DIR))
    await checkSecretKey(storage.db, secrets)
    return { storage, secrets, close: () => storage.close() }
  } catch (error) {
    await storage.close()
    throw error
  }
}

async function isThere(environment: Environment): Promise<boolean> {
  if (!environment.DATABASE_URL) return existsSync(join(environment.DATA_DIR, DATABASE_FILE))
  const storage = openStorage(environment)
  try {
    return (await storage.db.introspection.getTables()).some(({ name }) => name === 'options')
  } finally {
    await storage.close()
  }
}

async function openStandIn({ DATABASE_URL, ...environment }: Environment): Promise<OpenTarget> {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-import-'))
  const target = await prepareStorage({ ...environment, DATA_DIR: folder }, log)
  return {
    ...target,
    async close() {
      await target.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
