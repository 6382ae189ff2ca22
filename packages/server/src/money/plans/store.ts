import {
  type CheckedInputOf,
  type calls,
  MOST_SUBSCRIPTIONS,
  type PlanAllowances,
  type PlanWindow,
} from '@tollgate/contract'
import { type Insertable, type Selectable, sql, type Updateable, type UpdateResult } from 'kysely'
import { type Db, databaseKindOf } from '../../platform/storage/db.ts'
import { contains } from '../../platform/storage/like.ts'
import type { PlansTable, SubscriptionsTable } from '../../platform/storage/schema.ts'
import { windowOfAccount } from '../ledger/index.ts'

export type PlanRow = Selectable<PlansTable>
type KeptTerm = 'models' | 'groups' | 'beyond' | 'seats' | 'unit' | 'weights'
/** What a subscription takes from its plan. */
export type PlanTerms = PlanAllowances & Pick<PlanRow, 'id' | 'name' | 'price' | 'period' | 'trial_days' | KeptTerm>
export type SubscriptionRow = Selectable<SubscriptionsTable>

/** Returns what a subscription keeps of its plan's terms beside allowances, price and period. */
export const keptTerms = ({ models, groups, beyond, seats, unit, weights }: Pick<PlanRow, KeptTerm>) => ({
  ...{ models, groups, beyond, seats, unit, weights },
})

const livingPlans = (db: Db) => db.selectFrom('plans').where('deleted_at', 'is', null)

/** Counts the running subscriptions to a plan. */
const RUNNING = sql<number>`(select count(*) from subscriptions
  where subscriptions.plan_id = plans.id and subscriptions.status <> 'ended')`

export function plansBy(db: Db, keyword: string) {
  let query = livingPlans(db)
  if (keyword !== '') query = query.where(({ ref }) => contains(ref('name'), keyword))
  return {
    rows: query.selectAll().select(RUNNING.as('running')).orderBy('position').orderBy('id'),
    count: query.select(({ fn }) => fn.countAll<number>().as('total')),
  }
}

export const plansForSale = (db: Db): Promise<PlanRow[]> =>
  livingPlans(db).selectAll().where('enabled', '=', 1).orderBy('position').orderBy('id').limit(200).execute()

/** Returns the plans for new users that this user never had. */
export const plansForNewUser = (db: Db, userId: number): Promise<PlanRow[]> =>
  livingPlans(db)
    .selectAll()
    .where('for_new_users', '=', 1)
    .where('id', 'not in', db.selectFrom('subscriptions').select('plan_id').where('user_id', '=', userId))
    .orderBy('id')
    .limit(MOST_SUBSCRIPTIONS)
    .execute()

export const findPlan = (db: Db, id: number): Promise<PlanRow | undefined> =>
  livingPlans(db).selectAll().where('id', '=', id).executeTakeFirst()

export const insertPlan = (db: Db, plan: Insertable<PlansTable>): Promise<PlanRow> =>
  db.insertInto('plans').values(plan).returningAll().executeTakeFirstOrThrow()

export const updatePlan = (db: Db, id: number, change: Updateable<PlansTable>): Promise<PlanRow | undefined> =>
  db
    .updateTable('plans')
    .set(change)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()

/** Takes one from the stock. Only as many concurrent buyers as there are left get true. */
export const takeFromStock = async (db: Db, id: number): Promise<boolean> =>
  isOne(await oneMoreSold(db, id).where('deleted_at', 'is', null).where('enabled', '=', 1).executeTakeFirstOrThrow())

/** Likewise for a plan that was on offer when it was ordered, be it withdrawn since. */
export const sellOrdered = async (db: Db, id: number): Promise<boolean> =>
  isOne(await oneMoreSold(db, id).executeTakeFirstOrThrow())

/**
 * Whether a plan was sold to who has this subscription: it, or one that it took the place of by moves, took one from the
 * plan's stock.
 */
export async function wasSoldBefore(db: Db, subscriptionId: number, planId: number): Promise<boolean> {
  const { rows } = await sql`
    with recursive line (id, plan_id, source, upgraded_from) as (
      select id, plan_id, source, upgraded_from from subscriptions where id = ${subscriptionId}
      union all
      select earlier.id, earlier.plan_id, earlier.source, earlier.upgraded_from
      from subscriptions earlier join line on earlier.id = line.upgraded_from
    )
    select 1 from line where plan_id = ${planId} and source in ('bought', 'trial') limit 1`.execute(db)
  return rows.length > 0
}

const oneMoreSold = (db: Db, id: number) =>
  db
    .updateTable('plans')
    .set(plans => ({ sold: plans('sold', '+', 1) }))
    .where('id', '=', id)
    .where(({ eb, or }) => or([eb('stock', 'is', null), eb('sold', '<', eb.ref('stock'))]))

const isOne = ({ numUpdatedRows }: UpdateResult): boolean => numUpdatedRows > 0n

export const isSoldOut = ({ stock, sold }: PlanRow): boolean => stock !== null && sold >= stock

/** Whether a user has had a trial, of whatever plan. */
export async function hasTried(db: Db, userId: number): Promise<boolean> {
  const trial = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .where('is_trial', '=', 1)
    .executeTakeFirst()
  return trial !== undefined
}

export const findSubscription = (db: Db, id: number): Promise<SubscriptionRow | undefined> =>
  db.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirst()

/** Returns a subscription and those that took its place by upgrades, in order. */
export async function successorsOf(db: Db, id: number): Promise<SubscriptionRow[]> {
  const line: SubscriptionRow[] = []
  for (let row = await findSubscription(db, id); row; row = await successorOf(db, row.id)) line.push(row)
  return line
}

const successorOf = (db: Db, id: number) =>
  db.selectFrom('subscriptions').selectAll().where('upgraded_from', '=', id).executeTakeFirst()

/** Locks a subscription until the end of the transaction. */
export const lockSubscription = (db: Db, id: number): Promise<SubscriptionRow | undefined> =>
  db
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', id)
    .$if(databaseKindOf(db) === 'postgres', query => query.forUpdate())
    .executeTakeFirst()

export const updateSubscription = (
  db: Db,
  id: number,
  change: Updateable<SubscriptionsTable>,
): Promise<SubscriptionRow> =>
  db.updateTable('subscriptions').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

const MOST_SHOWN = 50

/** Returns running subscriptions first, then the latest ended ones. */
export const subscriptionsOf = (db: Db, userId: number): Promise<SubscriptionRow[]> =>
  db
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy(({ eb }) => eb.case().when('status', '=', 'ended').then(1).else(0).end())
    .orderBy('id', 'desc')
    .limit(MOST_SHOWN)
    .execute()

/** Returns the active subscriptions of a user, or those of a team that one of its members draws from. */
export function drawnBy(db: Db, userId: number, memberId: number): Promise<SubscriptionRow[]> {
  const active = db.selectFrom('subscriptions').selectAll().where('user_id', '=', userId).where('status', '=', 'active')
  if (memberId === 0) return active.execute()
  const seated = db.selectFrom('subscription_seats').select('subscription_id').where('user_id', '=', memberId)
  return active.where(({ eb, or }) => or([eb('seats', 'is', null), eb('id', 'in', seated)])).execute()
}

type Filters = Omit<CheckedInputOf<typeof calls.subscriptions.list>['query'], 'p' | 'page_size'>

export function subscriptionsBy(db: Db, { plan_id, keyword, status }: Filters) {
  let query = db.selectFrom('subscriptions').innerJoin('users', 'users.id', 'subscriptions.user_id')
  if (plan_id > 0) query = query.where('plan_id', '=', plan_id)
  if (status.length > 0) query = query.where('subscriptions.status', 'in', status)
  if (keyword !== '')
    query = query.where(({ eb, or, ref }) => {
      const id = /^\d{1,15}$/.test(keyword) ? [eb('user_id', '=', Number(keyword))] : []
      return or([...id, contains(ref('users.username'), keyword), contains(ref('subscriptions.name'), keyword)])
    })
  return {
    rows: query.selectAll('subscriptions').select('users.username').orderBy('subscriptions.id', 'desc'),
    count: query.select(({ fn }) => fn.countAll<number>().as('total')),
  }
}

/** Returns subscriptions whose term is over, oldest first; those renewed by card if it was over by `cardsUntil`. */
export const overSubscriptions = (
  db: Db,
  { renewBefore, now, cardsUntil }: { renewBefore: number; now: number; cardsUntil: number },
  limit: number,
) =>
  db
    .selectFrom('subscriptions')
    .select(['id', 'user_id'])
    .where('status', '=', 'active')
    .where('term_end', '>', 0)
    .where(({ eb, or }) => or([eb('card_ref', '=', ''), eb('renews', '=', 0), eb('term_end', '<=', cardsUntil)]))
    .where(({ eb, and, or }) =>
      or([eb('term_end', '<=', now), and([eb('renews', '=', 1), eb('term_end', '<=', renewBefore)])]),
    )
    .orderBy('term_end')
    .limit(limit)
    .execute()

/** Returns the use of windows, by account. */
export async function usedIn(db: Db, accounts: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (accounts.length === 0) return new Map()
  const rows = await db.selectFrom('spending_periods').select(['id', 'spent']).where('id', 'in', accounts).execute()
  return new Map(rows.map(({ id, spent }) => [id, spent]))
}

/** Returns what running calls hold of a subscription, after nodes have returned the rest of its windows. */
export async function heldOf(db: Db, subscriptionId: number): Promise<number> {
  const rows = await db
    .selectFrom('spending_periods')
    .select(['id', 'leased'])
    .where('owner', '=', 'subscription')
    .where('owner_id', '=', subscriptionId)
    .where('leased', '>', 0)
    .execute()
  // A call holds the same in each window.
  const held = new Map<PlanWindow, number>()
  for (const { id, leased } of rows) {
    const { window } = windowOfAccount(id)
    held.set(window, (held.get(window) ?? 0) + leased)
  }
  return Math.max(0, ...held.values())
}

/** Returns the allowances of a row. */
export const allowancesOf = ({ five_hours, day, week, month, total }: PlanAllowances): PlanAllowances => ({
  ...{ five_hours, day, week, month, total },
})
