/** Thrown if the database currently cannot be reached or written to. Callers then refuse the request. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

// Lost or refused connections, short resources, read-only mode, shutdown or startup, deadlocks, serialization failures,
// and statements or transactions ended by a time limit: https://www.postgresql.org/docs/current/errcodes-appendix.html
const POSTGRES = /^(08...|53...|55000|55P03|57014|57P..|58...|25006|25P03|25P04|40001|40P01)$/
const SQLITE = /^SQLITE_(BUSY|LOCKED|FULL|READONLY|IOERR|CANTOPEN|NOMEM)/
const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH', 'EAI_AGAIN'])
/** Errors of pg without a code. */
const PG_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Whether the database reports that its disk is full. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(53100|SQLITE_FULL)/.test(String(error.code))

/**
 * Returns whether a retry may succeed, because the error comes from the database's state and not from the statement.
 */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseUnavailable) return true
  const code = 'code' in error ? String(error.code) : ''
  return POSTGRES.test(code) || SQLITE.test(code) || NETWORK.has(code) || PG_MESSAGES.test(error.message)
}
