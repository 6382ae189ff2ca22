import type { Db } from '../../platform/storage/db.ts'
import { type RunningWindow, windowsAt } from '../ledger/index.ts'
import type { SubscriptionRow } from './store.ts'
import { termReference } from './subscribe.ts'

/** A window with what ended and running calls have of it. */
export interface TakenWindow extends RunningWindow {
  taken: number
}

type Term = Pick<SubscriptionRow, 'term_start' | 'term_end'>

/**
 * Returns the unused part of what was paid for a term: by its time and by its total allowance, whichever is smaller; nothing where
 * there is neither. Time counts as used up to the moment, and as far into each running window as its allowance is taken.
 */
export function restOfPaid(paid: number, { term_start, term_end }: Term, windows: readonly TakenWindow[], at: number) {
  const rests: number[] = []
  if (term_end > 0) {
    const usedUntil = windows
      .filter(({ window }) => window !== 'total')
      .map(({ startsAt, endsAt, taken, limit }) => Math.ceil(startsAt + (endsAt - startsAt) * (taken / limit)))
    rests.push(part(paid, term_end - Math.max(at, ...usedUntil), term_end - term_start))
  }
  const total = windows.find(({ window }) => window === 'total')
  if (total) rests.push(part(paid, total.limit - total.taken, total.limit))
  return rests.length === 0 ? 0 : Math.min(...rests)
}

/** Rounded down. */
function part(paid: number, left: number, whole: number): number {
  if (whole <= 0) return 0
  return Number((BigInt(paid) * BigInt(Math.max(0, Math.min(left, whole)))) / BigInt(whole))
}

/** Returns the running windows of a subscription with what is taken of them, after nodes have returned what no call holds. */
export async function takenOf(db: Db, row: SubscriptionRow, now: number): Promise<TakenWindow[]> {
  const windows = windowsAt(row, now)
  if (windows.length === 0) return []
  const ids = windows.map(({ id }) => id)
  const rows = await db
    .selectFrom('spending_periods')
    .select(['id', 'spent', 'leased'])
    .where('id', 'in', ids)
    .execute()
  const taken = new Map(rows.map(({ id, spent, leased }) => [id, spent + leased]))
  return windows.map(window => ({ ...window, taken: taken.get(window.id) ?? 0 }))
}

/** Returns the price that was paid for the running term; 0 for trials, presents and codes. */
export async function paidForTerm(db: Db, { id, term }: SubscriptionRow): Promise<number> {
  const entry = await db
    .selectFrom('ledger_entries')
    .select('user_amount')
    .where('reference', '=', termReference(id, term))
    .executeTakeFirst()
  return 0 - (entry?.user_amount ?? 0)
}
