import type { Environment } from '../environment.ts'
import type { PreparedStorage } from '../prepare-storage.ts'
import { makeSecrets, readSecretKey } from '../secrets.ts'
import { checkSecretKey } from '../storage/check-secret-key.ts'
import { openStorage, sqliteStorage } from '../storage/db.ts'
import { sqliteOverLink } from './sqlite-client.ts'
import type { WorkerPlace } from './worker-place.ts'

/** Opens what the supervisor has prepared: PostgreSQL from here, its SQLite over the link. */
export async function openPreparedStorage(environment: Environment, { link }: WorkerPlace): Promise<PreparedStorage> {
  const storage = environment.DATABASE_URL
    ? openStorage(environment)
    : sqliteStorage(sqliteOverLink(link), environment.DATA_DIR)
  const secrets = makeSecrets(readSecretKey(environment.SECRET_KEY, environment.DATA_DIR))
  const proof = await checkSecretKey(storage.db, secrets)
  return { storage, secrets, proof, close: () => storage.close(), abandon: () => undefined }
}
