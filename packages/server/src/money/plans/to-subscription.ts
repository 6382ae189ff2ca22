import type { Subscription } from '@tollgate/contract'
import type { Db } from '../../platform/storage/db.ts'
import { FIVE_HOURS, windowsAt } from '../ledger/index.ts'
import { allowancesOf, keptTerms, type SubscriptionRow, usedIn } from './store.ts'

/** Returns subscriptions for the console, with the use of each running window. */
export async function toSubscriptions(
  db: Db,
  rows: readonly (SubscriptionRow & { username?: string })[],
  now: number,
): Promise<Subscription[]> {
  const windowsOf = (row: SubscriptionRow) => (row.status === 'ended' ? [] : windowsAt(row, now))
  const used = await usedIn(
    db,
    rows.flatMap(row => windowsOf(row).map(({ id }) => id)),
  )
  return rows.map(row => ({
    ...allowancesOf(row),
    ...{ id: row.id, user_id: row.user_id, username: row.username ?? '', plan_id: row.plan_id },
    ...keptTerms(row),
    ...{ name: row.name, price: row.price, period: row.period, source: row.source, status: row.status },
    ...{ end_reason: row.end_reason, is_trial: row.is_trial === 1, renews: row.renews === 1 },
    ...{ by_card: row.card_ref !== '', card_failed: row.card_failed === 1 },
    ...{ position: row.position, started_at: row.started_at, term_start: row.term_start, term_end: row.term_end },
    ...{ used: row.used, paid: row.paid, ended_at: row.ended_at },
    windows: windowsOf(row).map(({ id, window, limit, endsAt }) => {
      // A five-hour window begins with a call.
      const isOver = window === 'five_hours' && now >= row.five_start + FIVE_HOURS
      return { window, limit, used: isOver ? 0 : (used.get(id) ?? 0), resets_at: isOver ? 0 : endsAt }
    }),
  }))
}

export async function toSubscription(
  db: Db,
  row: SubscriptionRow & { username?: string },
  now: number,
): Promise<Subscription> {
  const [made] = await toSubscriptions(db, [row], now)
  if (!made) throw new Error('one row gives one subscription')
  return made
}
