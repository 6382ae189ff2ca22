import type { LogStat } from '@tollgate/contract'
import type { RecordsContext } from '../context.ts'
import type { LogFilters } from './filters.ts'
import { sumCharges } from './store.ts'
import { chargedTotals } from './sums/sums-of-log.ts'

const LAST_MINUTE_SECONDS = 60

/** Returns the quota of the charged calls that pass the filters, and calls and tokens of the last minute. */
export async function logStat(
  { reports, now }: Pick<RecordsContext, 'reports' | 'now'>,
  filters: LogFilters,
): Promise<LogStat> {
  const { quota } = await chargedTotals(reports, filters)
  const lastMinute = { ...filters, start_timestamp: now() - LAST_MINUTE_SECONDS, end_timestamp: 0 }
  const { calls, promptTokens, completionTokens } = await sumCharges(reports, lastMinute)
  return { quota, rpm: calls, tpm: promptTokens + completionTokens }
}
