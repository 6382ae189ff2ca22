import { type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'
import { ReportEnded, reportLimits } from './report-limits.ts'

/**
 * Refuses a long read before it begins where it would have to look through more rows than the limits say. Counts in an index, no further than
 * that.
 *
 * @param rows from which tables, and where: no more than what that index knows
 * @throws ReportEnded
 */
export async function refuseLongRead(db: Db, rows: RawBuilder<unknown>): Promise<void> {
  const { mostRows } = reportLimits()
  const beyond = await sql`select 1 ${rows} limit 1 offset ${sql.lit(mostRows)}`.execute(db)
  if (beyond.rows.length > 0) throw new ReportEnded('report_too_large')
}
