import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { makeChangeEvents } from '../change-events.ts'
import type { Environment } from '../environment.ts'
import { loadOptions } from '../options/index.ts'
import { optionStore } from '../options/store.ts'
import { makeSecrets, readSecretKey, SECRET_KEY_FILE } from '../secrets.ts'
import type { Db } from '../storage/db.ts'
import { type ArchivePlace, placeOf } from './place.ts'
import { readSettings } from './settings.ts'

/** For commands beside the server: the places of archives by their addresses, with the key that is stored. */
export async function storedPlaces(db: Db, environment: Environment): Promise<(address: string) => ArchivePlace> {
  const { SECRET_KEY, DATA_DIR } = environment
  const isThere = SECRET_KEY !== undefined || existsSync(join(DATA_DIR, SECRET_KEY_FILE))
  // Without it a folder can be read all the same; a bucket refuses.
  const secrets = makeSecrets(isThere ? readSecretKey(SECRET_KEY, DATA_DIR) : '')
  const log = pino({ level: 'silent' })
  const settings = readSettings(await loadOptions(optionStore(db, secrets), makeChangeEvents(log), log))
  return place => placeOf({ ...settings, place }, DATA_DIR)
}
