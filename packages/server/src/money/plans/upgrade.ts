import { type CheckedInputOf, type calls, LOG_TYPE } from '@tollgate/contract'
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
import {
  findSubscription,
  lockSubscription,
  type PlanRow,
  type PlanTerms,
  type SubscriptionRow,
  takeFromStock,
  updateSubscription,
  wasSoldBefore,
} from './store.ts'
import { backReference, subscribe } from './subscribe.ts'

/** The time of a quote stands still for this long; use counts at once. */
export const QUOTE_SECONDS = 300
/** That of an order, whose payment may be reported late. */
const ORDER_SECONDS = 86_400

type Means = Pick<MoneyContext, 'db' | 'ledger' | 'options' | 'changeEvents' | 'now'>

/** Whose plan is upgraded, and by whom. */
export interface Upgrading extends Own {
  username: string
  /** For a team: the member who buys. */
  member?: { name: string }
}

type Asking = Pick<MoneyContext, 'db' | 'ledger' | 'now'>

/** A running plan and the one that shall take its place, with what that costs. */
interface Priced {
  row: SubscriptionRow
  plan: PlanRow
  unused: number
  counted: number
  due: number
  /** The moment up to which time counts as used. */
  at: number
}

/** Returns what moving from a running plan to another costs now, or since a quote that still holds. */
export async function priceUpgrade(
  { db, ledger, now }: Asking,
  { userId, id, isForTeam }: { userId: number; id: number; isForTeam: boolean },
  planId: number,
  quotedAt?: number,
): Promise<Priced> {
  const row = await findSubscription(db, id)
  if (row?.user_id !== userId) throw consoleError('subscription_not_found')
  const plan = await findTarget(db, row, planId, isForTeam)
  const at = quotedSince(quotedAt, now(), QUOTE_SECONDS)
  await recallWindows(ledger, row, now())
  return { row, plan, at, ...(await priceOf(db, row, plan, { at, now: now() })) }
}

const quotedSince = (at: number | undefined, now: number, seconds: number): number =>
  at !== undefined && at <= now && at > now - seconds ? at : now

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
    const at = quotedSince(wanted.at, now, QUOTE_SECONDS)
    const { counted, due } = await priceOf(db, row, plan, { at, now })
    if (due > wanted.due) throw consoleError('plan_upgrade_price', { plan: plan.name, price: inWords(due, options) })
    if (!(await wasSoldBefore(db, row.id, plan.id)) && !(await takeFromStock(db, plan.id)))
      throw consoleError('plan_sold_out', { plan: plan.name })
    const after = await move(db, { row, plan, counted, now }, app)
    await tell(db, { row, plan, counted, own, now }, app)
    return after
  })
}

/**
 * Moves as it was ordered, by a payment of what the counted rest left of the price. Returns null if that rest is no longer
 * there, or the plan has ended, been paused or renewed since; `isSold` takes one from the stock.
 */
export async function upgradeByPayment(
  db: Db,
  { upgrade, plan, ownerId, payment, isSold }: PaidMove,
  app: Pick<Means, 'options' | 'now'>,
): Promise<SubscriptionRow | 'changed' | 'sold out'> {
  const now = app.now()
  const row = await lockSubscription(db, upgrade.id)
  const isRunning = row?.user_id === ownerId && row.status === 'active' && row.term === upgrade.term
  if (!row || !isRunning || (row.term_end > 0 && row.term_end <= now)) return 'changed'
  const at = quotedSince(upgrade.at, now, ORDER_SECONDS)
  const rest = restOfPaid(await paidForTerm(db, row), row, await takenOf(db, row, now), at)
  if (rest < upgrade.counted) return 'changed'
  if (!(await wasSoldBefore(db, row.id, plan.id)) && !(await isSold())) return 'sold out'
  return move(db, { row, plan, counted: upgrade.counted, payment, now }, app)
}

/** A subscription in its paid term, and the part of its price that was counted at a moment. */
export interface OrderedUpgrade {
  id: number
  term: number
  counted: number
  /** Unix seconds. */
  at: number
}

interface PaidMove {
  upgrade: OrderedUpgrade
  plan: PlanTerms
  ownerId: number
  payment: { reference: string; payerId: number }
  isSold(): Promise<boolean>
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
  plan: PlanTerms
  counted: number
  /** Who paid the difference online; absent: the wallet pays it. */
  payment?: { reference: string; payerId: number }
  now: number
}

async function move(
  db: Db,
  { row, plan, counted, payment, now }: Move,
  app: Pick<Means, 'options'>,
): Promise<SubscriptionRow> {
  const { id, user_id: userId } = row
  await endSubscription(db, row, 'upgraded', now)
  const back = { amount: counted, reference: backReference(row), subscriptionId: id }
  if (counted > 0) {
    if (!payment) await credit(db, { userId, ...back, now })
    await updateSubscription(db, id, { paid: row.paid - counted })
  }
  const renews = row.renews === 1 && plan.period !== 'once'
  const paid = payment && { payment: { ...payment, back } }
  const made = await subscribe(db, { userId, plan, source: 'bought', renews, ...paid, now }, app)
  const { position, seats_open } = row
  const after = await updateSubscription(db, made.id, { upgraded_from: id, counted, position, seats_open })
  await moveSeats(db, row, after)
  return after
}

/** Writes into the log of who had the plan what the wallet paid. */
async function tell(db: Db, { row, plan, counted, own, now }: Move & { own: Upgrading }, { options }: Means) {
  const price = plan.price - counted
  const values = { old: row.name, plan: plan.name, price: { quota: price }, counted: { quota: counted } }
  const write = quotaWriter(options)
  await insertLog(db, {
    ...{ type: LOG_TYPE.system, created_at: now, user_id: row.user_id, username: own.username, quota: price },
    ...(own.member
      ? messageColumns('plan_upgraded_for_team', { ...values, member: own.member.name }, write)
      : messageColumns('plan_upgraded', values, write)),
  })
}
