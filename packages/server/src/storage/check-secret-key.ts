import { StartError } from '../environment.ts'
import type { Secrets } from '../secrets.ts'
import type { Db } from './db.ts'

/** A row of the options table that is not an option. */
export const PROOF_KEY = 'secret_key_proof'
const PROOF = 'tollgate'

/**
 * Checks that SECRET_KEY is the key the stored data was encrypted with. The first start stores the proof.
 *
 * @throws StartError for another key
 */
export async function checkSecretKey(db: Db, secrets: Secrets): Promise<void> {
  const stored = await db.selectFrom('options').select('value').where('key', '=', PROOF_KEY).executeTakeFirst()
  if (!stored) {
    await db
      .insertInto('options')
      .values({ key: PROOF_KEY, value: secrets.encrypt(PROOF) })
      .execute()
    return
  }
  try {
    if (secrets.decrypt(stored.value) === PROOF) return
  } catch {
    // Reported below: it is another key.
  }
  throw new StartError(
    'SECRET_KEY does not open what this database holds. Start with the key it was made with (DATA_DIR/secret.key unless you set one).',
  )
}
