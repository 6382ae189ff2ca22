import { StartError } from '../environment.ts'
import type { Secrets } from '../secrets.ts'
import type { Db } from './db.ts'

/** A row of the options table that is no option. */
export const PROOF_KEY = 'secret_key_proof'
const PROOF = 'tollgate'

/** Refuses a SECRET_KEY that does not open what is stored; the first start leaves the proof. */
export async function proveSecretKey(db: Db, secrets: Secrets): Promise<void> {
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
    // Said below: the key is another one.
  }
  throw new StartError(
    'SECRET_KEY does not open what this database holds. Start with the key it was made with (DATA_DIR/secret.key unless you set one).',
  )
}
