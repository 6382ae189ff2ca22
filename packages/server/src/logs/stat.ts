import { LOG_TYPE, type LogStat } from '@tollgate/contract'
import type { Kysely } from 'kysely'
import type { AppContext } from '../app-context.ts'
import type { Tables } from '../storage/schema.ts'
import { atOneMoment } from '../storage/snapshot.ts'
import { type LogFilters, sumCharges } from './store.ts'
import { sumsOfLog } from './sums/sums-of-log.ts'

const LAST_MINUTE_SECONDS = 60

/** Returns the quota of the charged calls that pass the filters, and calls and tokens of the last minute. */
export async function logStat(
  { reports, now }: Pick<AppContext, 'reports' | 'now'>,
  filters: LogFilters,
): Promise<LogStat> {
  const quota = await quotaOf(reports, filters)
  const lastMinute = { ...filters, start_timestamp: now() - LAST_MINUTE_SECONDS, end_timestamp: 0 }
  const { calls, promptTokens, completionTokens } = await sumCharges(reports, lastMinute)
  return { quota, rpm: calls, tpm: promptTokens + completionTokens }
}

const quotaOf = (reports: Kysely<Tables>, filters: LogFilters): Promise<number> =>
  atOneMoment(reports, async db => {
    const sums = await sumsOfLog(db, { ...filters, type: LOG_TYPE.consume })
    return sums ? sums.stretches.reduce((sum, { quota }) => sum + quota, 0) : (await sumCharges(db, filters)).quota
  })
