import type { Db } from '../../platform/storage/db.ts'
import { AUDIT, withReportLimits } from '../../platform/storage/report-limits.ts'
import { type Audit, auditLedger } from './audit.ts'

/** An audit reads everything, so a page's time limit does not apply. */
const AUDIT_STATEMENT_MS = 10 * 60_000

/** Audits the ledger without delaying calls, as a long read on one snapshot. */
export const auditBesideCalls = (reports: Db, now: number): Promise<Audit> =>
  withReportLimits({ timeoutMs: AUDIT_STATEMENT_MS, reader: AUDIT }, () => auditLedger(reports, now))
