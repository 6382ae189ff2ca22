import { LOG_TYPE } from '@tollgate/contract'
import type { Db } from '../../../platform/storage/db.ts'
import { atOneMoment } from '../../../platform/storage/snapshot.ts'
import { type LogFilters, sumCharges } from '../store.ts'
import { sumsOfLog, totalOf } from './sums-of-log.ts'

/** How many charged calls pass the filters, and their quota. */
export const chargedTotals = (reports: Db, filters: LogFilters): Promise<{ calls: number; quota: number }> =>
  atOneMoment(reports, async db => {
    const sums = await sumsOfLog(db, { ...filters, type: LOG_TYPE.consume })
    if (!sums) return sumCharges(db, filters)
    return { calls: totalOf(sums.stretches, 'rows'), quota: totalOf(sums.stretches, 'quota') }
  })
