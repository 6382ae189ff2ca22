import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Environment, StartError } from '../process/environment.ts'
import { SECRET_KEY_FILE, type Secrets } from '../secrets/secrets.ts'
import type { Db } from './db.ts'

/** A row of the options table that is not an option. */
export const PROOF_KEY = 'secret_key_proof'
const PROOF = 'tollgate'

/**
 * Checks that SECRET_KEY is the key the stored data was encrypted with. The first start stores the proof; of several at once
 * one does. Returns the proof, which is another in each database.
 *
 * @throws StartError for another key
 */
export async function checkSecretKey(db: Db, secrets: Secrets): Promise<string> {
  const proof = (await storedProof(db)) ?? (await storeProof(db, secrets))
  checkProof(proof, secrets)
  return proof
}

/**
 * Before a key is made: whether one was used with this database, which a new key would not open.
 *
 * @throws StartError when its file is gone
 */
export async function expectKeyFile(db: Db, { SECRET_KEY, DATA_DIR }: Environment): Promise<void> {
  if (SECRET_KEY || !(await hasTables(db)) || (await storedProof(db)) === undefined) return
  const path = join(DATA_DIR, SECRET_KEY_FILE)
  if (existsSync(path)) return
  throw new StartError(
    `${path} is missing, and this database was made with the key that was in it. Put the file back, or set SECRET_KEY to that key. Nothing was changed.`,
  )
}

const hasTables = async (db: Db): Promise<boolean> =>
  (await db.introspection.getTables()).some(({ name }) => name === 'options')

/** @throws StartError for another key than the stored data was encrypted with */
export function checkProof(proof: string, secrets: Secrets): void {
  try {
    if (secrets.decrypt(proof) === PROOF) return
  } catch {
    // Reported below: it is another key.
  }
  throw new StartError(
    'SECRET_KEY does not open what this database holds. Start with the key it was made with (DATA_DIR/secret.key unless you set one).',
  )
}

const storedProof = async (db: Db): Promise<string | undefined> =>
  (await db.selectFrom('options').select('value').where('key', '=', PROOF_KEY).executeTakeFirst())?.value

/** Returns the proof that is stored then: another node's, where that was quicker. */
async function storeProof(db: Db, secrets: Secrets): Promise<string> {
  const proof = secrets.encrypt(PROOF)
  await db
    .insertInto('options')
    .values({ key: PROOF_KEY, value: proof })
    .onConflict(conflict => conflict.column('key').doNothing())
    .execute()
  return (await storedProof(db)) ?? proof
}
