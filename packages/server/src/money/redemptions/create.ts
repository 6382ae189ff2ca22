import { randomBytes } from 'node:crypto'
import type { CheckedInputOf, calls } from '@tollgate/contract'
import { inWords } from '../../platform/options/quota-words.ts'
import { inTransaction } from '../../platform/storage/db.ts'
import { type Actor, recordAct } from '../../records/logs/acts/record-act.ts'
import { insertRedemptions } from './store.ts'

const KEY_BYTES = 16

/** Creates `count` codes with equal name and quota and returns them. Logs who created them. */
export async function createRedemptions(
  actor: Actor,
  { name, quota, count }: CheckedInputOf<typeof calls.redemptions.create>['body'],
): Promise<string[]> {
  const { db, options, secrets, now } = actor.app
  const keys = Array.from({ length: count }, () => randomBytes(KEY_BYTES).toString('hex'))
  const worth = inWords(quota, options)
  const common = { user_id: actor.caller.id, name: name || worth, quota, created_time: now() }
  await inTransaction(db, async db => {
    await insertRedemptions(
      db,
      keys.map(key => ({ ...common, key_sealed: secrets.encrypt(key), key_fingerprint: secrets.fingerprint(key) })),
    )
    await recordAct(actor, 'redemptions_made', { count, quota: { quota } }, { db })
  })
  return keys
}
