import { QUOTA_PERIODS } from '@tollgate/contract'
import type { Db } from '../../platform/storage/db.ts'
import { type PeriodLimit, periodAccountId } from './periods.ts'

/** An owner that may have a period limit. */
interface Limited {
  id: number
  quota_period: string
}

/**
 * Adds the charges of the running period and earlier use beyond the limit to owners with a limit. Leaves out the holds of
 * running calls.
 *
 * @param now unix seconds
 */
export async function withPeriodUse<Item extends Limited>(
  db: Db,
  owner: PeriodLimit['owner'],
  items: readonly Item[],
  now: number,
): Promise<(Item & { period_used?: number })[]> {
  const accounts = new Map(
    items.flatMap(({ id, quota_period }) => {
      const period = QUOTA_PERIODS.find(one => one === quota_period)
      return period ? [[id, periodAccountId({ owner, ownerId: id, period }, now)] as const] : []
    }),
  )
  if (accounts.size === 0) return [...items]
  const rows = await db
    .selectFrom('spending_periods')
    .select(['id', 'spent'])
    .where('id', 'in', [...accounts.values()])
    .execute()
  const owing = await db
    .selectFrom(owner === 'user' ? 'users' : 'tokens')
    .select(['id', 'period_owed'])
    .where('id', 'in', [...accounts.keys()])
    .where('period_owed', '>', 0)
    .execute()
  const spent = new Map(rows.map(row => [row.id, row.spent]))
  const owed = new Map(owing.map(row => [row.id, row.period_owed]))
  return items.map(item => {
    const account = accounts.get(item.id)
    return account === undefined ? item : { ...item, period_used: (spent.get(account) ?? 0) + (owed.get(item.id) ?? 0) }
  })
}
