import { randomBytes } from 'node:crypto'
import { type CheckedInputOf, type calls, LOG_TYPE } from '@tollgate/contract'
import type { AppContext } from '../app-context.ts'
import type { Caller } from '../http/serve.ts'
import { messageColumns } from '../logs/message.ts'
import { insertLog } from '../logs/store.ts'
import { inWords, quotaWriter } from '../quota-words.ts'
import { inTransaction } from '../storage/db.ts'
import { insertRedemptions } from './store.ts'

const KEY_BYTES = 16

/** Creates `count` codes with equal name and quota and returns them. The log says who made them. */
export async function createRedemptions(
  { db, options, secrets, now }: AppContext,
  caller: Caller,
  { name, quota, count }: CheckedInputOf<typeof calls.redemptions.create>['body'],
): Promise<string[]> {
  const keys = Array.from({ length: count }, () => randomBytes(KEY_BYTES).toString('hex'))
  const worth = inWords(quota, options)
  const common = { user_id: caller.id, name: name || worth, quota, created_time: now() }
  await inTransaction(db, async db => {
    await insertRedemptions(
      db,
      keys.map(key => ({ ...common, key_sealed: secrets.encrypt(key), key_fingerprint: secrets.fingerprint(key) })),
    )
    await insertLog(db, {
      type: LOG_TYPE.manage,
      created_at: now(),
      user_id: caller.id,
      username: caller.username,
      ...messageColumns('redemptions_made', { actor: caller.username, count, quota: { quota } }, quotaWriter(options)),
    })
  })
  return keys
}
