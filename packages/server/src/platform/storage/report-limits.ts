import { AsyncLocalStorage } from 'node:async_hooks'

/** Limits of a long read. */
export interface ReportLimits {
  /** For each statement, without its time in the queue. */
  timeoutMs: number
  /** Aborted when nobody wants the result any more. */
  signal?: AbortSignal | undefined
  /** The reader who queues for it: a user's id, 0 for somebody not signed in, or `AUDIT`; absent: the gateway itself. */
  reader?: number | undefined
}

/** Limits checked while a long read is put together. */
interface AskedLimits extends ReportLimits {
  /** How many rows of a table a read may scan if no sums answer it; see `refuseLongRead`. */
  mostRows: number
}

/** Why a long read ended without a result. */
type Reason = 'report_too_slow' | 'report_too_large' | 'reports_busy' | 'report_cancelled'

/** Thrown by long reads that were ended or refused. */
export class ReportEnded extends Error {
  override name = 'ReportEnded'
  constructor(readonly code: Reason) {
    super(code)
  }
}

/** The reader of an audit, which takes minutes: as its administrator's read it would hold up their pages. */
export const AUDIT = -1

export const REPORT_TIMEOUT_MS = 15_000
const MOST_ROWS = 5_000_000

const current = new AsyncLocalStorage<Partial<AskedLimits>>()

/** Runs `act`, whose long reads have these limits; omitted limits stay as they are outside. */
export const withReportLimits = <Result>(limits: Partial<AskedLimits>, act: () => Result): Result =>
  current.run({ ...current.getStore(), ...limits }, act)

/** The limits of long reads in this context. */
export const reportLimits = (): AskedLimits => ({
  timeoutMs: REPORT_TIMEOUT_MS,
  mostRows: MOST_ROWS,
  ...current.getStore(),
})
