import { type CheckedInputOf, type calls, LOG_TYPE, type UpgradeQuote } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import { inWords, quotaWriter } from '../../platform/options/quota-words.ts'
import type { Db } from '../../platform/storage/db.ts'
import { messageColumns } from '../../records/logs/message.ts'
import { insertLog } from '../../records/logs/store.ts'
import type { MoneyContext } from '../context.ts'
import { credit } from '../ledger/index.ts'
import { endSubscription, recallWindows } from './end-subscription.ts'
import { findOffered } from './find-offered.ts'
import { type Own, withOwn } from './own.ts'
import { paidForTerm, restOfPaid, takenOf } from './rest-of-paid.ts'
import { moveSeats } from './seats.ts'
import { findSubscription, type PlanRow, type SubscriptionRow, takeFromStock, updateSubscription } from './store.ts'
import { backReference, subscribe } from './subscribe.ts'

/** The time of a quote stands still for this long; use counts at once. */
const QUOTE_SECONDS = 300

type Means = Pick<MoneyContext, 'db' | 'ledger' | 'options' | 'changeEvents' | 'now'>

/** Whose plan is upgraded, and by whom. */
export interface Upgrading extends Own {
  username: string
  /** For a team: the member who buys. */
  member?: { name: string }
}

/** Returns what moving from a running plan to another costs now. */
export async function quoteUpgrade(
  { db, ledger, now }: Pick<MoneyContext, 'db' | 'ledger' | 'now'>,
  { userId, id, member }: Upgrading,
  planId: number,
): Promise<UpgradeQuote> {
  const row = await findSubscription(db, id)
  if (row?.user_id !== userId) throw consoleError('subscription_not_found')
  const plan = await findTarget(db, row, planId, member !== undefined)
  const at = now()
  await recallWindows(ledger, row, at)
  const { unused, due } = await priceOf(db, row, plan, { at, now: at })
  return { plan_id: plan.id, price: plan.price, unused, due, at, expires_at: at + QUOTE_SECONDS }
}

/** Moves from a running plan to another: the unused rest of the old one's price and the wallet pay, and the old one ends. */
export async function upgradePlan(
  app: Means,
  own: Upgrading,
  wanted: CheckedInputOf<typeof calls.subscriptions.upgrade>['body'],
): Promise<SubscriptionRow> {
  const { db, ledger, options } = app
  const before = await findSubscription(db, own.id)
  if (before?.user_id !== own.userId) throw consoleError('subscription_not_found')
  await ledger.recall('user', own.userId)
  await recallWindows(ledger, before, app.now())
  return withOwn(app, own, async (db, row) => {
    const now = app.now()
    const plan = await findTarget(db, row, wanted.plan_id, own.member !== undefined)
    const isQuoted = wanted.at !== undefined && wanted.at <= now && wanted.at > now - QUOTE_SECONDS
    const { counted, due } = await priceOf(db, row, plan, { at: isQuoted ? (wanted.at ?? now) : now, now })
    if (due > wanted.due) throw consoleError('plan_upgrade_price', { plan: plan.name, price: inWords(due, options) })
    return move(db, { row, plan, counted, own, now }, app)
  })
}

async function findTarget(db: Db, row: SubscriptionRow, planId: number, isForTeam: boolean): Promise<PlanRow> {
  if (row.status === 'ended') throw consoleError('subscription_over')
  if (row.status !== 'active') throw consoleError('subscription_action_unfit', { status: row.status })
  const plan = await findOffered(db, planId, false, isForTeam)
  if (plan.id === row.plan_id) throw consoleError('plan_upgrade_same', { plan: plan.name })
  return plan
}

/** A cheaper plan gives nothing back. */
async function priceOf(db: Db, row: SubscriptionRow, plan: PlanRow, { at, now }: { at: number; now: number }) {
  const unused = restOfPaid(await paidForTerm(db, row), row, await takenOf(db, row, now), at)
  const counted = Math.min(unused, plan.price)
  return { unused, counted, due: plan.price - counted }
}

interface Move {
  row: SubscriptionRow
  plan: PlanRow
  counted: number
  own: Upgrading
  now: number
}

async function move(db: Db, { row, plan, counted, own, now }: Move, app: Means): Promise<SubscriptionRow> {
  const { id, user_id: userId } = row
  if (!(await takeFromStock(db, plan.id))) throw consoleError('plan_sold_out', { plan: plan.name })
  await endSubscription(db, row, 'upgraded', now)
  if (counted > 0) {
    await credit(db, { userId, amount: counted, reference: backReference(row), subscriptionId: id, now })
    await updateSubscription(db, id, { paid: row.paid - counted })
  }
  const renews = row.renews === 1 && plan.period !== 'once'
  const made = await subscribe(db, { userId, plan, source: 'bought', renews, now }, app)
  const { position, seats_open } = row
  const after = await updateSubscription(db, made.id, { upgraded_from: id, counted, position, seats_open })
  await moveSeats(db, row, after)
  const values = { old: row.name, plan: plan.name, price: { quota: plan.price - counted }, counted: { quota: counted } }
  const write = quotaWriter(app.options)
  await insertLog(db, {
    ...{ type: LOG_TYPE.system, created_at: now, user_id: userId, username: own.username, quota: plan.price - counted },
    ...(own.member
      ? messageColumns('plan_upgraded_for_team', { ...values, member: own.member.name }, write)
      : messageColumns('plan_upgraded', values, write)),
  })
  return after
}
