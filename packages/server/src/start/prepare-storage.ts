import type { Logger } from 'pino'
import packageJson from '../../../../package.json' with { type: 'json' }
import { giveUpAllNodes } from '../money/ledger/dead-nodes.ts'
import type { Environment } from '../platform/process/environment.ts'
import { makeSecrets, readSecretKey, type Secrets } from '../platform/secrets/secrets.ts'
import { checkSecretKey, expectKeyFile } from '../platform/storage/check-secret-key.ts'
import { openStorage, type Storage, sqliteStorage } from '../platform/storage/db.ts'
import { enterFolder } from '../platform/storage/enter-folder.ts'
import { migrate } from '../platform/storage/migrate.ts'
import { type Ownership, ownDatabase } from '../platform/storage/ownership.ts'
import { noteVersionStart } from '../platform/storage/version-starts.ts'
import type { Predecessor } from '../platform/workers/upgrade/predecessor.ts'
import { sealAtRest } from './seal-at-rest.ts'

/** The storage with this version's schema, and the secrets that encrypt it. */
export interface PreparedStorage {
  storage: Storage
  secrets: Secrets
  /** Stored with the data, and different in each database. */
  proof: string
  /** Set if the database is SQLite, in the process that owns the folder. */
  ownership?: Ownership
  close(): Promise<void>
  /** For a failed start: unlocks the folder without waiting for anything. */
  abandon(): void
}

/**
 * Opens the storage for the first time in a server's life: locks its folder, migrates it, checks the secret key, and
 * encrypts what an older version left in plain text.
 * @param predecessor hands its folder over and finishes its own calls
 * @throws StartError
 */
export async function prepareStorage(
  environment: Environment,
  log: Logger,
  predecessor: Predecessor | null = null,
): Promise<PreparedStorage> {
  await predecessor?.release()
  const leaveFolder = enterFolder(environment, log)
  try {
    const ownership = environment.DATABASE_URL ? undefined : ownDatabase(environment, leaveFolder)
    const storage = ownership ? sqliteStorage(ownership.service, environment.DATA_DIR) : openStorage(environment)
    await expectKeyFile(storage.db, environment)
    const secrets = makeSecrets(readSecretKey(environment.SECRET_KEY, environment.DATA_DIR))
    const applied = await migrate(storage)
    const proof = await checkSecretKey(storage.db, secrets)
    await sealAtRest(storage, secrets)
    await noteVersionStart(storage.db, packageJson.version, applied)
    // Nobody else has the folder, so its previous users are dead.
    if (ownership && !predecessor) await giveUpAllNodes(storage, log)
    predecessor?.host(proof, ownership?.service)
    return {
      storage,
      secrets,
      proof,
      ...(ownership && { ownership }),
      close: () => storage.close(),
      abandon: leaveFolder,
    }
  } catch (error) {
    leaveFolder()
    throw error
  }
}
