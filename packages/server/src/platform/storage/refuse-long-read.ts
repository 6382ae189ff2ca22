import { type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'
import { ReportEnded, reportLimits } from './report-limits.ts'

/**
 * Refuses a long read in advance if it would scan more rows than the limits allow. Counts in an index, and no further
 * than the limit.
 * @param rows the tables and conditions, using only columns of that index
 * @throws ReportEnded
 */
export async function refuseLongRead(db: Db, rows: RawBuilder<unknown>): Promise<void> {
  const { mostRows } = reportLimits()
  const beyond = await sql`select 1 ${rows} limit 1 offset ${sql.lit(mostRows)}`.execute(db)
  if (beyond.rows.length > 0) throw new ReportEnded('report_too_large')
}
