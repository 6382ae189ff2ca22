import type { Db } from '../../platform/storage/db.ts'
import { withReportLimits } from '../../platform/storage/report-limits.ts'
import { type Audit, auditLedger } from './audit.ts'

/** It reads all there is, and somebody asked for it: not the time limit of a page. */
const AUDIT_STATEMENT_MS = 10 * 60_000

/** Audits the ledger without delaying running calls: as a long read on one snapshot. */
export const auditBesideCalls = (reports: Db, now: number): Promise<Audit> =>
  withReportLimits({ timeoutMs: AUDIT_STATEMENT_MS }, () => auditLedger(reports, now))
