import { makeWatchdog } from '../process/watchdog.ts'
import { DatabaseUnavailable } from './transient-errors.ts'

const PATIENCE_MS = 5_000
/** Does not count time during which this process stood still. */
const watchdog = makeWatchdog()

/** Waits for an answer of the database. Throws `DatabaseUnavailable` after five seconds. */
export async function withTimeout<Result>(answer: Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const watch = watchdog.watch(PATIENCE_MS, () =>
    reject(new DatabaseUnavailable('the database did not answer in time')),
  )
  return Promise.race([answer, late]).finally(() => watch.done())
}
