import { LOG_TYPE, ROLE, USER_STATUS } from '@tollgate/contract'
import { z } from 'zod'
import { quotaWriter } from '../../platform/options/quota-words.ts'
import { endSessionsOf } from '../../platform/sessions/store.ts'
import { type Db, inTransaction } from '../../platform/storage/db.ts'
import { messageColumns } from '../../records/logs/message.ts'
import { insertLog } from '../../records/logs/store.ts'
import type { MoneyContext } from '../context.ts'
import { credit, takeBack } from '../ledger/index.ts'
import { recallWindows } from '../plans/end-subscription.ts'
import { successorsOf } from '../plans/store.ts'
import { inMoney } from '../wallet/quote.ts'
import { isPaid, lockOrder, type NamedOrder, updateOrder } from '../wallet/store.ts'
import { currencyName } from './currency-name.ts'
import { endPlan } from './plans/end-plan.ts'

const disputes = z.record(z.string(), z.object({ cents: z.number(), state: z.enum(['open', 'won', 'lost']) }))
type Disputes = z.output<typeof disputes>

type Means = Pick<MoneyContext, 'db' | 'ledger' | 'options' | 'changeEvents' | 'now'>

/** What a provider says of a paid order. */
interface Standing {
  /** Cents refunded in total. */
  refundedCents?: number
  dispute?: { id: string } & Disputes[string]
}

/**
 * Writes down what was paid back or is disputed of a paid order, and takes its share of the quota out of the balance, or puts it
 * back when a dispute is over. The plan of such an order ends. While one is open, an ordinary user is banned. Standings only move forward: a repetition
 * or an older one changes nothing.
 */
export async function changeStanding(app: Means, orderId: number, standing: Standing): Promise<void> {
  const { db, ledger, changeEvents } = app
  const found = await inTransaction(db, db => lockOrder(db, orderId))
  if (!found) return
  const { user_id: userId, subscription_id: subscriptionId } = found
  // What running calls hold stays theirs; the rest must be here.
  await ledger.recall('user', userId)
  const plan = subscriptionId > 0 && (await successorsOf(db, subscriptionId)).at(-1)
  if (plan) await recallWindows(ledger, plan, app.now())
  const isChanged = await inTransaction(db, async db => {
    const order = await lockOrder(db, orderId)
    if (!order || !isPaid(order)) return false
    const known = order.disputes === '' ? {} : disputes.parse(JSON.parse(order.disputes))
    const refunded = Math.min(order.money_cents, Math.max(order.refunded_cents, standing.refundedCents ?? 0))
    const next = withDispute(known, standing.dispute)
    if (refunded === order.refunded_cents && next === known) return false
    await write(db, app, order, refunded, next, standing.dispute?.state)
    return true
  })
  if (!isChanged) return
  ledger.refresh('user', userId)
  await changeEvents.emit('users', userId)
  if (plan && plan.user_id !== userId) await changeEvents.emit('users', plan.user_id)
}

/** Adds a dispute's state. A decided dispute is not reopened. */
function withDispute(known: Disputes, dispute: Standing['dispute']): Disputes {
  if (!dispute) return known
  const { id, cents, state } = dispute
  const before = Object.hasOwn(known, id) ? known[id] : undefined
  if (before && (before.state !== 'open' || (state === 'open' && before.cents === cents))) return known
  return { ...known, [id]: { cents, state } }
}

async function write(
  db: Db,
  app: Means,
  order: NamedOrder,
  refunded: number,
  next: Disputes,
  state: 'open' | 'won' | 'lost' | undefined,
): Promise<void> {
  const all = Object.values(next)
  const open = all.filter(one => one.state === 'open').length
  const held = all.reduce((sum, one) => sum + (one.state === 'won' ? 0 : one.cents), 0)
  const taken = shareOf(order, refunded + held)
  const quota = taken - order.taken_quota
  const reference = (kind: string) => `${kind}:${order.trade_no}:${crypto.randomUUID()}`
  const { user_id: userId, trade_no, username } = order
  const now = app.now()
  if (quota > 0 && order.subscription_id > 0) await endPlan(db, app, order)
  if (quota > 0) await takeBack(db, { userId, amount: quota, reference: reference('topup-back'), now })
  if (quota < 0) await credit(db, { userId, amount: -quota, reference: reference('topup-return'), now })
  await updateOrder(db, order.id, {
    refunded_cents: refunded,
    disputes: JSON.stringify(next),
    open_disputes: open,
    taken_quota: taken,
    froze: await ban(db, order, open > 0),
  })
  const values = { order: trade_no, quota: { quota: Math.abs(state === 'lost' ? shareOf(order, held) : quota) } }
  const money = `${inMoney(refunded - order.refunded_cents)}${currencyName(order.currency)}`
  const inWords = quotaWriter(app.options)
  const told = state
    ? messageColumns(TOLD[state], values, inWords)
    : messageColumns('payment_refunded', { ...values, money }, inWords)
  await insertLog(db, { type: LOG_TYPE.system, created_at: now, user_id: userId, username, ...told })
}

const TOLD = { open: 'payment_disputed', won: 'dispute_won', lost: 'dispute_lost' } as const

/** Returns the quota for a part of an order's price, rounded down, or all of it for the full price. */
function shareOf({ amount, money_cents }: NamedOrder, cents: number): number {
  return Number((BigInt(amount) * BigInt(Math.min(cents, money_cents))) / BigInt(money_cents))
}

/**
 * Bans an ordinary user when an order's dispute begins. When it is over they are let in again, unless the ban was not this
 * order's, or an administrator has decided about them meanwhile.
 *
 * @returns the order's new `froze`
 */
async function ban(db: Db, order: NamedOrder, isOpen: boolean): Promise<number> {
  const hasChanged = isOpen !== order.open_disputes > 0
  if (!hasChanged || (!isOpen && order.froze === 0)) return order.froze
  if (!isOpen && (await passBan(db, order))) return 0
  const [from, to] = isOpen ? [USER_STATUS.enabled, USER_STATUS.banned] : [USER_STATUS.banned, USER_STATUS.enabled]
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ status: to })
    .where('id', '=', order.user_id)
    .where('status', '=', from)
    .where('role', '<=', ROLE.user)
    .executeTakeFirstOrThrow()
  if (isOpen && numUpdatedRows > 0n) await endSessionsOf(db, order.user_id)
  return Number(isOpen && numUpdatedRows > 0n)
}

/** Passes the ban on to another disputed order of the user; returns whether there is one. */
async function passBan(db: Db, { id, user_id }: NamedOrder): Promise<boolean> {
  const other = await db
    .selectFrom('top_ups')
    .select('id')
    .where('user_id', '=', user_id)
    .where('open_disputes', '>', 0)
    .where('id', '!=', id)
    .executeTakeFirst()
  if (other) await updateOrder(db, other.id, { froze: 1 })
  return other !== undefined
}
