import { type Counted, type Counts, CountsUnavailable } from '../counts/counts.ts'
import type { Link } from '../workers/link.ts'

/** A living supervisor answers at once; without one, the worker ends. */
const PATIENCE_MS = 1_000

/** The counts of all workers of one server, kept by the supervisor. */
export function linkCounts(link: Link): Counts {
  const pending = new Map<number, (counted: Counted) => void>()
  let lastId = 0
  link.on('counted', ({ id, counted }) => {
    pending.get(id)?.(counted)
    pending.delete(id)
  })
  return {
    async take(counts) {
      const id = ++lastId
      const { promise, resolve, reject } = Promise.withResolvers<Counted>()
      const timer = setTimeout(() => {
        pending.delete(id)
        reject(new CountsUnavailable('the supervisor did not answer'))
      }, PATIENCE_MS)
      pending.set(id, resolve)
      link.send('count', { id, counts })
      return promise.finally(() => clearTimeout(timer))
    },
    correct: ({ key, windowMs }, slot, change) => link.send('correct', { count: { key, windowMs }, slot, change }),
  }
}
