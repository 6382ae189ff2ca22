import { DatabaseUnavailable } from './transient-errors.ts'

const PATIENCE_MS = 5_000

/** Waits for an answer of the database. Throws `DatabaseUnavailable` after five seconds. */
export async function withTimeout<Result>(answer: Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new DatabaseUnavailable('the database did not answer in time')), PATIENCE_MS)
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
