import type { QuotaPeriod } from '@tollgate/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/storage/db.ts'
import { periodAccountId, periodOfAccount } from './periods.ts'
import { isWindow, windowOfAccount } from './subscription-windows.ts'
import { lineOf } from './token-line.ts'

/** Creates a period's row for its first spender. */
export async function beginPeriod(db: Db, id: number): Promise<void> {
  const { owner, ownerId, startDay } = periodOfAccount(id)
  await db
    .insertInto('spending_periods')
    .values({ id, owner, owner_id: ownerId, start_day: startDay })
    .onConflict(conflict => conflict.column('id').doNothing())
    .execute()
}

/** Selects the part of a period that is neither leased nor spent, by the current limit, and the leased part. */
export const freeOfPeriod = (id: number): RawBuilder<unknown> => (isWindow(id) ? freeOfWindow(id) : freeOfLimit(id))

/** Selects the same for a window; a paused or ended subscription has nothing. */
const freeOfWindow = (id: number) => sql`
  select coalesce((select ${sql.ref(windowOfAccount(id).window)} from subscriptions
    where subscriptions.id = owner_id and status = 'active'), 0) - spent - leased as free,
    leased, 0 as unlimited, 0 as owed
  from spending_periods where id = ${id}`

const freeOfLimit = (id: number) => sql`
  select coalesce(case owner
      when 'user' then (select period_quota from users where users.id = owner_id)
      else (select period_quota from tokens where tokens.id = owner_id) end, 0) - spent - leased as free,
    leased, 0 as unlimited,
    coalesce(case owner
      when 'user' then (select period_owed from users where users.id = owner_id)
      else (select period_owed from tokens where tokens.id = owner_id) end, 0) as owed
  from spending_periods where id = ${id}`

/**
 * Returns the periods in which a call at that moment counts, by the current limits of its user, its token and the tokens above
 * it, if at least `spent` was counted there.
 */
export async function periodsOfCall(
  db: Db,
  { userId, tokenId }: { userId: number; tokenId: number },
  moment: number,
  spent = 0,
): Promise<number[]> {
  const user = await db.selectFrom('users').select('quota_period').where('id', '=', userId).executeTakeFirst()
  const limits = [
    { owner: 'user' as const, ownerId: userId, period: user?.quota_period },
    ...(await lineOf(db, tokenId)).map(({ id, quota_period: period }) => ({
      owner: 'token' as const,
      ownerId: id,
      period,
    })),
  ]
  const accounts = limits.flatMap(({ owner, ownerId, period }) =>
    period ? [periodAccountId({ owner, ownerId, period: period as QuotaPeriod }, moment)] : [],
  )
  if (accounts.length === 0) return []
  const rows = await db
    .selectFrom('spending_periods')
    .select('id')
    .where('id', 'in', accounts)
    .where('spent', '>=', spent)
    .execute()
  return rows.map(({ id }) => id)
}

/** Longer than any period and any call or batch that started in one. */
const KEPT_DAYS = 100
const DAY_SECONDS = 86_400

/** Removes periods that ended long ago. Returns how many. */
export async function removeOldPeriods(db: Db, now: number, limit: number): Promise<number> {
  const old = db
    .selectFrom('spending_periods')
    .select('id')
    .where('owner', '!=', 'subscription')
    .where('start_day', '<', Math.floor(now / DAY_SECONDS) - KEPT_DAYS)
    .where('leased', '=', 0)
    .limit(limit)
  const { numDeletedRows } = await db
    .deleteFrom('spending_periods')
    .where('id', 'in', old)
    .where('leased', '=', 0)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
