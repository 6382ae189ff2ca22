import { LOG_TYPE, type Statement } from '@tollgate/contract'
import { sql } from 'kysely'
import { consoleError } from '../../platform/http/console-error.ts'
import type { Db } from '../../platform/storage/db.ts'
import { ReportEnded, reportLimits } from '../../platform/storage/report-limits.ts'
import { atOneMoment } from '../../platform/storage/snapshot.ts'

interface Range {
  start_timestamp: number
  end_timestamp: number
}

/** Entries are written when calls end; one that was kept by a broken node may come later. */
const LATE_SECONDS = 2 * 86_400
const REFERENCE = 'request:'

/** An account over a range of time, all from the ledger's entries: counted back from the present balance, it adds up. */
export function readStatement(reports: Db, userId: number, { start_timestamp: from, end_timestamp: to }: Range) {
  return atOneMoment(reports, async (db): Promise<Statement> => {
    const user = await db
      .selectFrom('users')
      .select(['id', 'username', 'quota'])
      .where('id', '=', userId)
      .executeTakeFirst()
    if (!user) throw consoleError('user_not_found')
    const first = await firstEntrySince(db, from - LATE_SECONDS)
    const sums = await entriesSince(db, { userId, first, from, to })
    const within = sums.filter(({ is_after }) => !is_after)
    const added = (rows: typeof sums) => rows.reduce((sum, { amount }) => sum + amount, 0)
    const closing = user.quota - added(sums.filter(({ is_after }) => is_after))
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
      calls: within
        .filter(({ kind }) => kind === 'request')
        .map(({ model, count, amount, plan, owed }) => ({ model, count, quota: 0 - amount, plan, owed }))
        .sort((one, other) => other.quota - one.quota || other.plan - one.plan),
    }
  })
}

interface Wanted {
  userId: number
  first: number
  from: number
  to: number
}

/** Sums of a user's entries by kind and model, within the range and after it. */
async function entriesSince(db: Db, { userId, first, from, to }: Wanted) {
  const { rows } = await sql<
    Record<'kind' | 'model', string> & Record<'is_after' | 'count' | 'amount' | 'plan' | 'owed', number>
  >`
    select kind, model, is_after, count(*) as count, sum(user_amount) as amount,
      -sum(subscription_amount) as plan, sum(uncollected) as owed
    from (
      select kind, user_amount, subscription_amount, uncollected,
        case when created_at >= ${sql.lit(to)} then 1 else 0 end as is_after,
        case when kind = 'request' and created_at < ${sql.lit(to)} then coalesce((
          select model_name from logs where logs.request_id = substr(reference, ${sql.lit(REFERENCE.length + 1)})
            and logs.user_id = ledger_entries.user_id and logs.type = ${sql.lit(LOG_TYPE.consume)} limit 1
        ), '') else '' end as model
      from ledger_entries
      where id >= ${sql.lit(first)} and user_id = ${sql.lit(userId)} and created_at >= ${sql.lit(from)}
    ) entries
    group by kind, model, is_after`.execute(db)
  return rows.map(({ kind, model, is_after, ...sums }) => ({
    kind,
    model,
    is_after: Number(is_after) === 1,
    count: Number(sums.count),
    amount: Number(sums.amount),
    plan: Number(sums.plan),
    owed: Number(sums.owed),
  }))
}

/**
 * Ids grow with time, and an index by time would cost every call.
 * @throws ReportEnded if there are too many entries since
 */
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
  if (Number(newest ?? 0) - low > reportLimits().mostRows) throw new ReportEnded('report_too_large')
  return low
}
