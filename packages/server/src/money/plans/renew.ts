import { LOG_TYPE, type SubscriptionEnd } from '@tollgate/contract'
import { quotaWriter } from '../../platform/options/quota-words.ts'
import { type Db, inTransaction } from '../../platform/storage/db.ts'
import { messageColumns } from '../../records/logs/message.ts'
import { insertLog } from '../../records/logs/store.ts'
import type { MoneyContext } from '../context.ts'
import { addMonths, credit, lockAccountsChain, MOST_RESETS, monthsSince, PERIOD_MONTHS } from '../ledger/index.ts'
import { CARD_PATIENCE_SECONDS, isRenewedByCard } from './cards.ts'
import { endSubscription } from './end-subscription.ts'
import { lockOwner } from './manage.ts'
import { findPlan, lockSubscription, overSubscriptions, type SubscriptionRow, updateSubscription } from './store.ts'
import { termReference } from './subscribe.ts'

type Means = Pick<MoneyContext, 'db' | 'ledger' | 'options' | 'changeEvents' | 'now'>

/** Terms are renewed this long before they end, so that no call finds a gap. The job runs every minute. */
const AHEAD_SECONDS = 120
const AT_ONCE = 100

/** An ended term, to be reported to the user. */
export interface EndedTerm {
  userId: number
  plan: string
  reason: SubscriptionEnd
  price: number
}

/** Renews or ends the subscriptions whose term is over. Returns how many, and reports those that ended. */
export async function settleTerms(app: Means, signal: AbortSignal, told: (ended: EndedTerm) => void): Promise<number> {
  let settled = 0
  const tried = new Set<number>()
  for (;;) {
    const now = app.now()
    const times = { now, renewBefore: now + AHEAD_SECONDS, cardsUntil: now - CARD_PATIENCE_SECONDS }
    const due = await overSubscriptions(app.db, times, AT_ONCE + tried.size)
    const left = due.filter(({ id }) => !tried.has(id))
    if (left.length === 0) return settled
    for (const { id, user_id } of left) {
      if (signal.aborted) return settled
      tried.add(id)
      await app.ledger.recall('user', user_id)
      const ended = await settleTerm(app, id, user_id)
      await app.changeEvents.emit('users', user_id)
      if (ended) told(ended)
      settled += 1
    }
  }
}

/** Renews or ends one in a transaction. Returns it if it ended. */
function settleTerm({ db, options, now }: Means, id: number, userId: number): Promise<EndedTerm | null> {
  return inTransaction(db, async db => {
    await lockAccountsChain(db)
    const owner = await lockOwner(db, userId)
    const row = await lockSubscription(db, id)
    const isDue = row?.status === 'active' && row.term_end > 0 && row.term_end <= now() + AHEAD_SECONDS
    if (row && isRenewedByCard(row) && row.term_end > now() - CARD_PATIENCE_SECONDS) return null
    if (!row || !isDue || (row.renews === 0 && row.term_end > now())) return null
    const reason = await whyNotRenewed(db, row)
    if (reason && row.term_end > now()) return null
    const ended = reason && { userId, plan: row.name, reason, price: row.price }
    if (ended) await endSubscription(db, row, ended.reason, now())
    else await renew(db, row, now())
    const values = { plan: row.name, price: { quota: row.price } }
    const write = quotaWriter(options)
    await insertLog(db, {
      type: LOG_TYPE.system,
      created_at: now(),
      user_id: owner.id,
      username: owner.username,
      quota: ended ? 0 : row.price,
      ...(ended ? ENDED[ended.reason](values, write) : messageColumns('plan_renewed', values, write)),
    })
    return ended
  })
}

type Told = (
  values: { plan: string; price: { quota: number } },
  write: ReturnType<typeof quotaWriter>,
) => ReturnType<typeof messageColumns>

const over: Told = ({ plan }, write) => messageColumns('plan_over', { plan }, write)
/** The log row for each kind of end. */
const ENDED: Readonly<Record<SubscriptionEnd, Told>> = {
  over,
  by_user: over,
  by_admin: over,
  paid_back: over,
  upgraded: over,
  team_dissolved: over,
  unpaid: (values, write) => messageColumns('plan_unpaid', values, write),
  plan_deleted: ({ plan }, write) => messageColumns('plan_gone', { plan }, write),
}

/** Returns why it ends; null: it is renewed. Its user's row is locked. */
async function whyNotRenewed(db: Db, row: SubscriptionRow): Promise<SubscriptionEnd | null> {
  if ((row.card_failed === 1 && row.renews === 0) || isRenewedByCard(row)) return 'unpaid'
  if (row.renews === 0 || PERIOD_MONTHS[row.period] === null) return 'over'
  if (!(await findPlan(db, row.plan_id))) return 'plan_deleted'
  const { quota, leased, owed, deleted_at } = await db
    .selectFrom('users')
    .select(['quota', 'leased', 'owed', 'deleted_at'])
    .where('id', '=', row.user_id)
    .executeTakeFirstOrThrow()
  if (deleted_at !== null) return 'over'
  return quota - leased - owed < row.price ? 'unpaid' : null
}

/** Charges the price and begins the next term. */
async function renew(db: Db, row: SubscriptionRow, now: number): Promise<void> {
  const { id, user_id: userId, price } = row
  const reference = termReference(id, row.term + 1)
  if (price > 0) await credit(db, { userId, amount: -price, reference, subscriptionId: id, now })
  await beginTerm(db, row, now)
}

/** Begins the next term, which is paid, at the end of the last one, or now if that was long ago. */
export async function beginTerm(db: Db, row: SubscriptionRow, now: number): Promise<SubscriptionRow> {
  const { id, price, resets } = row
  const months = PERIOD_MONTHS[row.period] ?? 0
  const term = row.term + 1
  const isFirstPaid = row.is_trial === 1 && row.term === 1
  const next = isFirstPaid ? 0 : addMonths(row.started_at, monthsSince(row.started_at, row.term_end) + months)
  const isAnew = next <= now
  const start = isAnew && row.term_end < now - DAY_SECONDS ? now : row.term_end
  return updateSubscription(db, id, {
    ...{ term, term_start: start, paid: row.paid + price, used_before: row.used },
    ...{ card_failed: 0, card_checked_at: 0 },
    term_end: isAnew ? addMonths(start, months) : next,
    // Terms and windows start over.
    ...(isAnew && { started_at: start, anchor: start, resets: Math.min(resets + 1, MOST_RESETS), five_start: 0 }),
  })
}

const DAY_SECONDS = 86_400
