import { MOST_SUBSCRIPTIONS, type SubscriptionSource } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import type { Options } from '../../platform/options/index.ts'
import { inWords } from '../../platform/options/quota-words.ts'
import type { Db } from '../../platform/storage/db.ts'
import {
  addMonths,
  credit,
  InsufficientBalance,
  lockAccountsChain,
  PERIOD_MONTHS,
  payThrough,
  type Returned,
} from '../ledger/index.ts'
import { allowancesOf, keptTerms, type PlanTerms, type SubscriptionRow } from './store.ts'

interface Subscribing {
  /** A user or a team. */
  userId: number
  plan: PlanTerms
  source: SubscriptionSource
  renews?: boolean
  /** The payment that pays the price, with what returns of an earlier one, and who made it; absent: the wallet does. */
  payment?: { reference: string; payerId: number; back?: Returned }
  /** Unix seconds. */
  now: number
}

const DAY_SECONDS = 86_400

/** The end of a first term; 0: it does not end. */
function firstEnd({ period, trial_days }: PlanTerms, source: SubscriptionSource, now: number): number {
  if (source === 'trial') return now + trial_days * DAY_SECONDS
  const months = PERIOD_MONTHS[period]
  return months === null ? 0 : addMonths(now, months)
}

/**
 * Begins a subscription under the plan's present terms; bought, it takes the price from the payment or the wallet. `db` is a transaction.
 *
 * @throws ApiError
 */
export async function subscribe(
  db: Db,
  { userId, plan, source, renews = false, payment, now }: Subscribing,
  { options }: { options: Options },
): Promise<SubscriptionRow> {
  await lockAccountsChain(db)
  if (source === 'bought' && plan.price === 0 && (await hasTermOf(db, userId, plan.id, now)))
    throw consoleError('plan_free_had', { plan: plan.name })
  if (!(await countOneMore(db, userId))) throw consoleError('plan_too_many', { limit: MOST_SUBSCRIPTIONS })
  const { name, period } = plan
  const price = source === 'bought' ? plan.price : 0
  const row = await db
    .insertInto('subscriptions')
    .values({
      ...allowancesOf(plan),
      ...keptTerms(plan),
      ...{ name, period, price: plan.price },
      ...{ user_id: userId, plan_id: plan.id, source, status: 'active' },
      ...{ is_trial: Number(source === 'trial'), renews: Number(renews), paid: price },
      ...{ started_at: now, anchor: now, term_start: now, term_end: firstEnd(plan, source, now) },
    })
    // Only a trial can already exist.
    .onConflict(conflict => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) throw consoleError('plan_trial_used')
  if (price === 0) return row
  const [subscriptionId, reference] = [row.id, termReference(row.id, 1)]
  if (payment !== undefined) {
    const { payerId, reference: paid, back } = payment
    await payThrough(db, {
      userId: payerId,
      ownerId: userId,
      paid,
      amount: price,
      price: reference,
      subscriptionId,
      back,
      now,
    })
    return row
  }
  try {
    await credit(db, { userId, amount: -price, reference, subscriptionId, now })
  } catch (error) {
    if (!(error instanceof InsufficientBalance)) throw error
    throw consoleError('plan_too_dear', { plan: name, price: inWords(price, options) })
  }
  return row
}

/** Returns the reference of a term's charge. */
export const termReference = (subscriptionId: number, term: number): string => `plan:${subscriptionId}:${term}`

/** Returns the reference of what is returned of a term's charge, once. */
export const backReference = ({ id, term }: Pick<SubscriptionRow, 'id' | 'term'>): string => `plan-back:${id}:${term}`

/** Whether a user may have one plan more; nobody else adds one while the chain of accounts is locked. */
export async function hasRoomForOne(db: Db, userId: number): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('subscriptions', '<', MOST_SUBSCRIPTIONS)
    .executeTakeFirst()
  return user !== undefined
}

/**
 * Whether a user has a term of this free plan, also one that they ended: a free plan that could be taken again, or beside itself,
 * would have no allowance.
 */
async function hasTermOf(db: Db, userId: number, planId: number, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .where('plan_id', '=', planId)
    .where('price', '=', 0)
    .where(({ eb, or }) => or([eb('status', '<>', 'ended'), eb('term_end', '=', 0), eb('term_end', '>', now)]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

async function countOneMore(db: Db, userId: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set(users => ({ subscriptions: users('subscriptions', '+', 1) }))
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('subscriptions', '<', MOST_SUBSCRIPTIONS)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function countOneLess(db: Db, userId: number): Promise<void> {
  await db
    .updateTable('users')
    .set(users => ({ subscriptions: users('subscriptions', '-', 1) }))
    .where('id', '=', userId)
    .execute()
}
