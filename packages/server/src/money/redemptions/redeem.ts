import { LOG_TYPE, REDEMPTION_STATUS } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import type { Caller } from '../../platform/http/serve.ts'
import { quotaWriter } from '../../platform/options/quota-words.ts'
import { type Db, inTransaction } from '../../platform/storage/db.ts'
import { messageColumns } from '../../records/logs/message.ts'
import { insertLog } from '../../records/logs/store.ts'
import type { MoneyContext } from '../context.ts'
import { credit, lockAccountsChain } from '../ledger/index.ts'
import { findPlan } from '../plans/store.ts'
import { subscribe } from '../plans/subscribe.ts'
import { findRedemptionByKey, takeRedemption } from './store.ts'

const KEY = /^[0-9a-f]{32}$/

/**
 * Redeems a code: credits its quota to the caller or begins its plan, in one transaction. Returns the credited quota. Only one
 * of several concurrent attempts succeeds; the others get an error about the code.
 */
export async function redeem(app: MoneyContext, caller: Caller, entered: string): Promise<number> {
  const { db, options, secrets, changeEvents, now } = app
  const key = entered.trim().toLowerCase()
  if (key === '') throw consoleError('redemption_required', {}, 'key')
  if (!KEY.test(key)) throw consoleError('redemption_malformed', {}, 'key')

  const fingerprint = secrets.fingerprint(key)
  const redeemed = await inTransaction(db, async db => {
    await lockAccountsChain(db)
    const redemption = await takeRedemption(db, fingerprint, { userId: caller.id, now: now() })
    if (!redemption) throw consoleError(await whyNot(db, fingerprint), {}, 'key')
    const { id, quota, plan_id } = redemption
    if (plan_id > 0) await givePlan(db, redemption, app, caller)
    else await credit(db, { userId: caller.id, amount: quota, reference: `redemption:${id}`, now: now() })
    await insertLog(db, {
      type: LOG_TYPE.topUp,
      created_at: now(),
      user_id: caller.id,
      username: caller.username,
      quota,
      ...(plan_id > 0
        ? messageColumns('plan_redeemed', { id, plan: redemption.name }, quotaWriter(options))
        : messageColumns('redeemed', { id, quota: { quota } }, quotaWriter(options))),
    })
    return { quota, plan_id }
  })
  if (redeemed.plan_id > 0) await changeEvents.emit('users', caller.id)
  return redeemed.quota
}

/** Begins the plan of a code. The codes of a deleted plan are worthless. */
async function givePlan(db: Db, { plan_id }: { plan_id: number }, { options, now }: MoneyContext, caller: Caller) {
  const plan = await findPlan(db, plan_id)
  if (!plan) throw consoleError('plan_not_found', {}, 'key')
  await subscribe(db, { userId: caller.id, plan, source: 'code', now: now() }, { options })
}

async function whyNot(db: Db, fingerprint: string) {
  const redemption = await findRedemptionByKey(db, fingerprint)
  if (!redemption) return 'redemption_unknown'
  return redemption.status === REDEMPTION_STATUS.disabled ? 'redemption_disabled' : 'redemption_used'
}
