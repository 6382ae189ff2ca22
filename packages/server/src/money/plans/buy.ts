import { type CheckedInputOf, type calls, LOG_TYPE } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import type { Caller } from '../../platform/http/serve.ts'
import { quotaWriter } from '../../platform/options/quota-words.ts'
import { inTransaction } from '../../platform/storage/db.ts'
import { messageColumns } from '../../records/logs/message.ts'
import { insertLog } from '../../records/logs/store.ts'
import type { MoneyContext } from '../context.ts'
import { lockAccountsChain } from '../ledger/index.ts'
import { findOffered } from './find-offered.ts'
import { type SubscriptionRow, takeFromStock } from './store.ts'
import { subscribe } from './subscribe.ts'

type Wanted = CheckedInputOf<typeof calls.subscriptions.buy>['body']

/** Buys a plan with the caller's wallet or begins its trial, all or nothing. */
export async function buyPlan(app: MoneyContext, caller: Caller, wanted: Wanted): Promise<SubscriptionRow> {
  const { db, ledger, options, changeEvents, now } = app
  const { plan_id, trial, renews } = wanted
  if (!trial) await ledger.recall('user', caller.id)
  const bought = await inTransaction(db, async db => {
    await lockAccountsChain(db)
    const plan = await findOffered(db, plan_id, renews)
    if (trial && plan.trial_days === 0) throw consoleError('plan_without_trial', { plan: plan.name })
    if (!(await takeFromStock(db, plan_id))) throw consoleError('plan_sold_out', { plan: plan.name })
    const source = trial ? 'trial' : 'bought'
    const row = await subscribe(db, { userId: caller.id, plan, source, renews, now: now() }, app)
    const values = { plan: row.name, price: { quota: row.paid } }
    await insertLog(db, {
      type: LOG_TYPE.system,
      created_at: now(),
      user_id: caller.id,
      username: caller.username,
      quota: row.paid,
      ...(trial
        ? messageColumns('plan_tried', { plan: row.name }, quotaWriter(options))
        : messageColumns('plan_bought', values, quotaWriter(options))),
    })
    return row
  })
  await changeEvents.emit('users', caller.id)
  return bought
}
