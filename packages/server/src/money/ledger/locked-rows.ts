import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/storage/db.ts'
import { SLOT_SECONDS } from '../../records/dashboard/usage-figures.ts'
import type { SettledCall } from './call-entries.ts'

interface Asked {
  calls: readonly SettledCall[]
  /** Users of failed calls, which count only in figures. */
  failedOf: readonly number[]
  node: string
  /** Unix seconds. */
  now: number
}

/** Rows that a group of calls would change but another session has locked, on PostgreSQL. */
export interface LockedRows {
  users: ReadonlySet<number>
  tokens: ReadonlySet<number>
  channels: ReadonlySet<number>
  subscriptions: ReadonlySet<number>
  /** The accounts of periods. */
  periods: ReadonlySet<number>
  /** Users. */
  figures: ReadonlySet<number>
}

/** Finds locked rows without waiting, by skipping them. */
export async function lockedRows(db: Db, { calls, failedOf, node, now }: Asked): Promise<LockedRows> {
  const ids = (idOf: (call: SettledCall) => number) => [...new Set(calls.map(idOf))].filter(id => id !== 0)
  const [users, tokens, channels] = [ids(call => call.userId), ids(call => call.tokenId), ids(call => call.channelId)]
  const subscriptions = ids(call => call.subscriptionId)
  const periods = [...new Set(calls.flatMap(call => call.periodsPaid.map(([id]) => id)))]
  const id = sql.ref('id')
  const account = sql.ref('account_id')
  const isLease = sql`from leases where node = ${node}`
  // The periods in which calls that have just ended may count.
  const recent = sql`created_at >= ${now - 8 * SLOT_SECONDS}`
  const [ofUsers, ofLeases, ofFigures, ofTokens, ofCaps, ofChannels, ofPeriods, ofLimits, ofSubscriptions] =
    await Promise.all([
      locked(db, id, users, sql`from users where true`),
      locked(db, account, users, sql`${isLease} and account = 'user'`),
      locked(db, sql.ref('user_id'), [...new Set([...users, ...failedOf])], sql`from quota_data where ${recent}`),
      locked(db, id, tokens, sql`from tokens where true`),
      locked(db, account, tokens, sql`${isLease} and account = 'token'`),
      locked(db, id, channels, sql`from channels where true`),
      locked(db, id, periods, sql`from spending_periods where true`),
      locked(db, account, periods, sql`${isLease} and account = 'period'`),
      locked(db, id, subscriptions, sql`from subscriptions where true`),
    ])
  return {
    users: new Set([...ofUsers, ...ofLeases, ...ofFigures]),
    tokens: new Set([...ofTokens, ...ofCaps]),
    channels: new Set(ofChannels),
    subscriptions: new Set(ofSubscriptions),
    periods: new Set([...ofPeriods, ...ofLimits]),
    figures: new Set(ofFigures),
  }
}

/** Returns the ids with a row that another session has locked. */
async function locked(db: Db, key: RawBuilder<unknown>, ids: number[], rows: RawBuilder<unknown>): Promise<number[]> {
  if (ids.length === 0) return []
  const query = sql`select ${key} as id ${rows} and ${key} in (${sql.join(ids)})`
  const there = countBy((await sql<{ id: number }>`${query}`.execute(db)).rows)
  const free = countBy((await sql<{ id: number }>`${query} for no key update skip locked`.execute(db)).rows)
  return ids.filter(id => (free.get(id) ?? 0) < (there.get(id) ?? 0))
}

function countBy(rows: readonly { id: number }[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const { id } of rows) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}
