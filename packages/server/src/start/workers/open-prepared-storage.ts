import type { Environment } from '../../platform/process/environment.ts'
import { makeSecrets, readSecretKey } from '../../platform/secrets/secrets.ts'
import { checkSecretKey } from '../../platform/storage/check-secret-key.ts'
import { openStorage, sqliteStorage } from '../../platform/storage/db.ts'
import { sqliteOverLink } from '../../platform/workers/sqlite-client.ts'
import type { WorkerPlace } from '../../platform/workers/worker-place.ts'
import type { PreparedStorage } from '../prepare-storage.ts'

/** Opens the storage that the supervisor has prepared: PostgreSQL directly, SQLite through the supervisor. */
export async function openPreparedStorage(environment: Environment, { link }: WorkerPlace): Promise<PreparedStorage> {
  const storage = environment.DATABASE_URL
    ? openStorage(environment)
    : sqliteStorage(sqliteOverLink(link), environment.DATA_DIR)
  const secrets = makeSecrets(readSecretKey(environment.SECRET_KEY, environment.DATA_DIR))
  const proof = await checkSecretKey(storage.db, secrets)
  return { storage, secrets, proof, close: () => storage.close(), abandon: () => undefined }
}
