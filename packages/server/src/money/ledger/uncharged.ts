import { LOG_TYPE } from '@tollgate/contract'
import { sql } from 'kysely'
import type { Storage } from '../../platform/storage/db.ts'
import { IS_OWN_ROW } from '../../records/logs/imported-rows.ts'
import { isMarked, isPriced, USAGE_MARKS } from './usage-marks.ts'

/** Calls of one user over one channel that may have been charged too little. */
export interface Uncharged {
  kind: UnchargedKind
  userId: number
  channelId: number
  calls: number
  /**
   * For uncollected calls, the amount owed or waived; for estimated or clamped ones, the charge for counts that the upstream did
   * not report. Otherwise 0.
   */
  quota: number
}

/** Ways in which money may be lost without unbalanced books. */
export const UNCHARGED_KINDS = ['answered without an entry', 'charged nothing', 'uncollected', ...USAGE_MARKS] as const
export type UnchargedKind = (typeof UNCHARGED_KINDS)[number]

const CONSUMED = `type = ${LOG_TYPE.consume} and ${IS_OWN_ROW}`
/** Old log rows may have been deleted, so only entries logged since the oldest row can be compared. */
const SINCE = `(select min(created_at) from logs where ${CONSUMED})`

const queries: Record<UnchargedKind, string> = {
  'answered without an entry': `
    select logged.user_id, logged.channel_id, logged.calls - coalesce(entered.calls, 0) as calls, 0 as quota
    from (select user_id, channel_id, count(*) as calls from logs where ${CONSUMED} group by 1, 2) logged
    left join (
      select user_id, channel_id, count(*) as calls from ledger_entries
      where kind = 'request' and is_logged = 1 and created_at >= ${SINCE} group by 1, 2
    ) entered on entered.user_id = logged.user_id and entered.channel_id = logged.channel_id
    where logged.calls > coalesce(entered.calls, 0)`,
  'charged nothing': `
    select user_id, channel_id, count(*) as calls, 0 as quota from logs
    where ${CONSUMED} and quota = 0 and prompt_tokens + completion_tokens > 0 and ${isPriced('other')}
      and other not like '%"uncollected":%'
    group by 1, 2`,
  uncollected: `
    select id as user_id, 0 as channel_id, owed + waived as quota, (
      select count(*) from ledger_entries where user_id = users.id and uncollected > 0 and kind = 'request') as calls
    from users where owed + waived > 0`,
  ...(Object.fromEntries(
    USAGE_MARKS.map(mark => [
      mark,
      `select user_id, channel_id, count(*) as calls, sum(quota) as quota from logs
       where ${CONSUMED} and ${isMarked(mark, 'other')} group by 1, 2`,
    ]),
  ) as Record<(typeof USAGE_MARKS)[number], string>),
}

/**
 * Searches entries and log rows for calls that were never charged, or charged for counts that the upstream did not report.
 */
export async function findUncharged({ db }: Pick<Storage, 'db'>): Promise<Uncharged[]> {
  const found: Uncharged[] = []
  for (const kind of UNCHARGED_KINDS) {
    const { rows } = await sql<{ user_id: number; channel_id: number; calls: number; quota: number }>`${sql.raw(
      `${queries[kind]} order by 1, 2`,
    )}`.execute(db)
    for (const { user_id, channel_id, calls, quota } of rows)
      found.push({ kind, userId: user_id, channelId: channel_id, calls, quota })
  }
  return found
}
