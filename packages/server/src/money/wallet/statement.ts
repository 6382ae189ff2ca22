import type { Statement } from '@tollgate/contract'
import { sql } from 'kysely'
import { consoleError } from '../../platform/http/console-error.ts'
import type { Db } from '../../platform/storage/db.ts'
import { atOneMoment } from '../../platform/storage/snapshot.ts'
import { readFigures } from '../../records/dashboard/sums/read-figures.ts'
import { SLOT_SECONDS } from '../../records/dashboard/usage-figures.ts'

interface Range {
  start_timestamp: number
  end_timestamp: number
}

/** Entries are written when calls end; one that was kept by a broken node may come later. */
const LATE_SECONDS = 2 * 86_400

/**
 * An account over a range of time. Balances and sums are the ledger's, counted back from the present balance, so that they
 * add up; only the division by model is the figures', since no entry has a model.
 */
export async function readStatement(reports: Db, userId: number, { start_timestamp: from, end_timestamp: to }: Range) {
  // First, so that calls that end meanwhile are not more than the ledger's.
  const models = await readFigures(reports, {
    which: { userId },
    parts: [{ place: 0, from: from - (from % SLOT_SECONDS), to: to - (to % SLOT_SECONDS) }],
    by: ['model'],
    sums: ['count', 'quota'],
  })
  return atOneMoment(reports, async (db): Promise<Statement> => {
    const user = await db
      .selectFrom('users')
      .select(['id', 'username', 'quota'])
      .where('id', '=', userId)
      .executeTakeFirst()
    if (!user) throw consoleError('user_not_found')
    const sums = await entriesSince(db, { userId, first: await firstEntrySince(db, from - LATE_SECONDS), from, to })
    const within = sums.filter(({ is_after }) => !is_after)
    const added = (rows: typeof sums) => rows.reduce((sum, { amount }) => sum + amount, 0)
    const closing = user.quota - added(sums.filter(({ is_after }) => is_after))
    const { amount, plan, owed } = within.find(({ kind }) => kind === 'request') ?? { amount: 0, plan: 0, owed: 0 }
    const calls = models
      .filter(({ count }) => count > 0)
      .map(({ model, count, quota }) => ({ model, count, quota }))
      .sort((one, other) => other.quota - one.quota)
    return {
      user: { id: user.id, username: user.username },
      from,
      to,
      opening: closing - added(within),
      closing,
      entries: within
        .filter(({ kind, amount }) => kind !== 'request' && amount !== 0)
        .map(({ kind, count, amount }) => ({ kind, count, quota: amount }))
        .sort((one, other) => other.quota - one.quota),
      calls,
      other: plan - amount - calls.reduce((sum, { quota }) => sum + quota, 0),
      plan,
      owed,
    }
  })
}

interface Wanted {
  userId: number
  first: number
  from: number
  to: number
}

/** Sums of a user's entries by kind, within the range and after it. */
async function entriesSince(db: Db, { userId, first, from, to }: Wanted) {
  const { rows } = await sql<
    { kind: string } & Record<'is_after' | 'count' | 'amount' | 'plan' | 'owed', number>
  >`select kind, case when created_at >= ${sql.lit(to)} then 1 else 0 end as is_after, count(*) as count,
      sum(user_amount) as amount, -sum(subscription_amount) as plan, sum(uncollected) as owed
    from ledger_entries
    where id >= ${sql.lit(first)} and user_id = ${sql.lit(userId)} and created_at >= ${sql.lit(from)}
    group by 1, 2`.execute(db)
  return rows.map(({ kind, is_after, ...sums }) => ({
    kind,
    is_after: Number(is_after) === 1,
    count: Number(sums.count),
    amount: Number(sums.amount),
    plan: Number(sums.plan),
    owed: Number(sums.owed),
  }))
}

/** Ids grow with time, and an index by time would cost every call. */
async function firstEntrySince(db: Db, time: number): Promise<number> {
  const { newest } = await db
    .selectFrom('ledger_entries')
    .select(({ fn }) => fn.max('id').as('newest'))
    .executeTakeFirstOrThrow()
  let [low, high] = [0, Number(newest ?? 0)]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const entry = await db
      .selectFrom('ledger_entries')
      .select('created_at')
      .where('id', '>=', middle)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (entry && entry.created_at < time) low = middle + 1
    else high = middle
  }
  return low
}
