import { type CheckedInputOf, type calls, LOG_TYPE } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import { inWords, quotaWriter } from '../../platform/options/quota-words.ts'
import { type Db, inTransaction } from '../../platform/storage/db.ts'
import { messageColumns } from '../../records/logs/message.ts'
import { insertLog } from '../../records/logs/store.ts'
import type { MoneyContext } from '../context.ts'
import { lockAccountsChain } from '../ledger/index.ts'
import { findOffered } from './find-offered.ts'
import { type SubscriptionRow, takeFromStock } from './store.ts'
import { subscribe } from './subscribe.ts'

type Wanted = CheckedInputOf<typeof calls.subscriptions.buy>['body']

/** The account that pays for a plan and has it: a user's, or a team's. */
interface Buyer {
  id: number
  username: string
  /** For a team: the member who buys, and a check that they may, in the same transaction. */
  member?: { name: string; mayBuy(db: Db): Promise<unknown> }
}

/** Buys a plan with the buyer's wallet or begins its trial, all or nothing. */
export async function buyPlan(app: MoneyContext, buyer: Buyer, wanted: Wanted): Promise<SubscriptionRow> {
  const { db, ledger, options, changeEvents, now } = app
  const { plan_id, trial, renews } = wanted
  const { member } = buyer
  if (!trial) await ledger.recall('user', buyer.id)
  const bought = await inTransaction(db, async db => {
    await lockAccountsChain(db)
    await member?.mayBuy(db)
    const plan = await findOffered(db, plan_id, renews, member !== undefined)
    if (wanted.price !== undefined && wanted.price !== plan.price && !trial)
      throw consoleError('plan_price_changed', { plan: plan.name, price: inWords(plan.price, options) })
    if (trial && plan.trial_days === 0) throw consoleError('plan_without_trial', { plan: plan.name })
    if (!(await takeFromStock(db, plan_id))) throw consoleError('plan_sold_out', { plan: plan.name })
    const source = trial ? 'trial' : 'bought'
    const row = await subscribe(db, { userId: buyer.id, plan, source, renews, now: now() }, app)
    const values = { plan: row.name, price: { quota: row.paid } }
    await insertLog(db, {
      type: LOG_TYPE.system,
      created_at: now(),
      user_id: buyer.id,
      username: buyer.username,
      quota: row.paid,
      ...(trial
        ? messageColumns('plan_tried', { plan: row.name }, quotaWriter(options))
        : member
          ? messageColumns('plan_bought_for_team', { ...values, member: member.name }, quotaWriter(options))
          : messageColumns('plan_bought', values, quotaWriter(options))),
    })
    return row
  })
  await changeEvents.emit('users', buyer.id)
  return bought
}
