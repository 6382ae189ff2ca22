import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Environment, StartError } from '../process/environment.ts'
import { SECRET_KEY_FILE, type Secrets } from '../secrets/secrets.ts'
import type { Db } from './db.ts'

/** A row of the options table that is not an option. */
export const PROOF_KEY = 'secret_key_proof'
const PROOF = 'tollgate'

/**
 * Checks that the stored data was encrypted with this SECRET_KEY. The first start stores the proof; if several start at
 * once, one does. Returns the proof, which differs in each database.
 *
 * @throws StartError for another key
 */
export async function checkSecretKey(db: Db, secrets: Secrets): Promise<string> {
  const proof = (await storedProof(db)) ?? (await storeProof(db, secrets))
  checkProof(proof, secrets)
  return proof
}

/**
 * Runs before a key is created: checks whether this database already has a key, whose data a new key could not decrypt.
 * @throws StartError if the key's file is missing
 */
export async function expectKeyFile(db: Db, { SECRET_KEY, DATA_DIR }: Environment): Promise<void> {
  if (SECRET_KEY || !(await hasTables(db)) || (await storedProof(db)) === undefined) return
  const path = join(DATA_DIR, SECRET_KEY_FILE)
  if (existsSync(path)) return
  throw new StartError(
    `${path} is missing, and this database was created with the key that was in it. Restore the file, or set SECRET_KEY to that key. Nothing was changed.`,
  )
}

const hasTables = async (db: Db): Promise<boolean> =>
  (await db.introspection.getTables()).some(({ name }) => name === 'options')

/** @throws StartError if the stored data was encrypted with another key */
export function checkProof(proof: string, secrets: Secrets): void {
  try {
    if (secrets.decrypt(proof) === PROOF) return
  } catch {
    // Another key, which is reported below.
  }
  throw new StartError(
    'SECRET_KEY does not open the data in this database. Start with the key it was created with (DATA_DIR/secret.key unless you set one).',
  )
}

const storedProof = async (db: Db): Promise<string | undefined> =>
  (await db.selectFrom('options').select('value').where('key', '=', PROOF_KEY).executeTakeFirst())?.value

/** Returns the stored proof, which may come from a faster node. */
async function storeProof(db: Db, secrets: Secrets): Promise<string> {
  const proof = secrets.encrypt(PROOF)
  await db
    .insertInto('options')
    .values({ key: PROOF_KEY, value: proof })
    .onConflict(conflict => conflict.column('key').doNothing())
    .execute()
  return (await storedProof(db)) ?? proof
}
