import { DatabaseUnavailable } from './transient-errors.ts'

const PATIENCE_MS = 5_000

/** The database's answer, or `DatabaseUnavailable` when a caller would wait longer for it than callers should. */
export async function inTime<Result>(answer: Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new DatabaseUnavailable('the database did not answer in time')), PATIENCE_MS)
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
