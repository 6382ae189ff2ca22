import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { makeChangeEvents } from '../../platform/cluster/change-events.ts'
import { loadOptions } from '../../platform/options/index.ts'
import { optionStore } from '../../platform/options/store.ts'
import type { Environment } from '../../platform/process/environment.ts'
import { makeSecrets, readSecretKey, SECRET_KEY_FILE } from '../../platform/secrets/secrets.ts'
import type { Db } from '../../platform/storage/db.ts'
import type { ArchivePlace } from './archive-place.ts'
import { type ArchiveSettings, placeOf, readSettings } from './place.ts'

/** For commands beside the server: the places of archives by address, with the stored credentials. */
export async function storedPlaces(db: Db, environment: Environment): Promise<(address: string) => ArchivePlace> {
  const settings = await storedSettings(db, environment)
  return place => placeOf({ ...settings, place }, environment.DATA_DIR)
}

export async function storedSettings(db: Db, environment: Environment): Promise<ArchiveSettings> {
  const { SECRET_KEY, DATA_DIR } = environment
  const isThere = SECRET_KEY !== undefined || existsSync(join(DATA_DIR, SECRET_KEY_FILE))
  // A folder can be read without the key; a bucket refuses.
  const secrets = makeSecrets(isThere ? readSecretKey(SECRET_KEY, DATA_DIR) : '')
  const log = pino({ level: 'silent' })
  return readSettings(await loadOptions(optionStore(db, secrets), makeChangeEvents(log), log))
}
