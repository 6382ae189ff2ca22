import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Environment } from './environment.ts'
import { giveUpAllNodes } from './ledger/dead-nodes.ts'
import { sealAtRest } from './seal-at-rest.ts'
import { makeSecrets, readSecretKey, type Secrets } from './secrets.ts'
import { checkSecretKey } from './storage/check-secret-key.ts'
import { DATABASE_FILE, openStorage, type Storage, sqliteStorage } from './storage/db.ts'
import { enterFolder } from './storage/enter-folder.ts'
import { migrate } from './storage/migrate.ts'
import { openSqlite } from './storage/sqlite/open-sqlite.ts'
import type { SqliteService } from './storage/sqlite/service.ts'

/** The storage at this version's schema, and the secrets it is sealed under. */
export interface PreparedStorage {
  storage: Storage
  secrets: Secrets
  /** Stored with the data, and another in each database. */
  proof: string
  close(): Promise<void>
  /** For a start that failed: unlocks the folder and waits for nothing. */
  abandon(): void
}

/** The storage in the process that prepared it. */
export interface OwnedStorage extends PreparedStorage {
  /** Where the database is SQLite: what workers are served. */
  sqlite?: SqliteService
}

/**
 * Opens the storage for the first time in a server's life: locks its folder, migrates it, checks the secret key and seals
 * what an older version left open.
 *
 * @throws StartError
 */
export async function prepareStorage(environment: Environment, log: Logger): Promise<OwnedStorage> {
  const leaveFolder = enterFolder(environment, log)
  try {
    const sqlite = environment.DATABASE_URL ? undefined : openSqlite(join(environment.DATA_DIR, DATABASE_FILE))
    const storage = sqlite ? sqliteStorage(sqlite, environment.DATA_DIR) : openStorage(environment)
    const secrets = makeSecrets(readSecretKey(environment.SECRET_KEY, environment.DATA_DIR))
    await migrate(storage)
    const proof = await checkSecretKey(storage.db, secrets)
    await sealAtRest(storage, secrets)
    // Nobody else has the folder: who used it before is dead.
    if (sqlite) await giveUpAllNodes(storage, log)
    return {
      storage,
      secrets,
      proof,
      ...(sqlite && { sqlite }),
      async close() {
        await storage.close()
        leaveFolder()
      },
      abandon: leaveFolder,
    }
  } catch (error) {
    leaveFolder()
    throw error
  }
}
