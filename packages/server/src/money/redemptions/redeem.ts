import { LOG_TYPE, REDEMPTION_STATUS } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import type { Caller } from '../../platform/http/serve.ts'
import { quotaWriter } from '../../platform/options/quota-words.ts'
import { type Db, inTransaction } from '../../platform/storage/db.ts'
import { messageColumns } from '../../records/logs/message.ts'
import { insertLog } from '../../records/logs/store.ts'
import type { MoneyContext } from '../context.ts'
import { credit } from '../ledger/index.ts'
import { findRedemptionByKey, takeRedemption } from './store.ts'

const KEY = /^[0-9a-f]{32}$/

/**
 * Redeems a code and credits its quota to the caller in one transaction. Returns the credited quota. Only one of
 * several concurrent attempts succeeds; the others get an error that says what is wrong with the code.
 */
export async function redeem(
  { db, options, secrets, now }: MoneyContext,
  caller: Caller,
  entered: string,
): Promise<number> {
  const key = entered.trim().toLowerCase()
  if (key === '') throw consoleError('redemption_required', {}, 'key')
  if (!KEY.test(key)) throw consoleError('redemption_malformed', {}, 'key')

  const fingerprint = secrets.fingerprint(key)
  return inTransaction(db, async db => {
    const redemption = await takeRedemption(db, fingerprint, { userId: caller.id, now: now() })
    if (!redemption) throw consoleError(await whyNot(db, fingerprint), {}, 'key')
    const { id, quota } = redemption
    await credit(db, { userId: caller.id, amount: quota, reference: `redemption:${id}`, now: now() })
    await insertLog(db, {
      type: LOG_TYPE.topUp,
      created_at: now(),
      user_id: caller.id,
      username: caller.username,
      quota,
      ...messageColumns('redeemed', { id, quota: { quota } }, quotaWriter(options)),
    })
    return quota
  })
}

async function whyNot(db: Db, fingerprint: string) {
  const redemption = await findRedemptionByKey(db, fingerprint)
  if (!redemption) return 'redemption_unknown'
  return redemption.status === REDEMPTION_STATUS.disabled ? 'redemption_disabled' : 'redemption_used'
}
