import { type Bus, noBus } from '../../cluster/bus.ts'
import type { Options } from '../../options/index.ts'
import { relayError } from '../errors/relay-error.ts'
import { shareCounts } from './share-counts.ts'
import { type SlidingCount, slidingCount } from './sliding-count.ts'

/** How many calls a user may make in a period. */
export interface CallLimit {
  windowMs: number
  /** All calls, also those that fail; 0 or less: no limit. */
  calls: number
  /** Calls that succeed. */
  successes: number
}

/** Counts the calls of each user in memory, together with the other nodes on the bus; without one each node by itself. */
export interface CallLimits {
  /**
   * Counts a call, as a success until it fails: calls in flight cannot overrun the limit together.
   *
   * @returns a function that takes a failed call off the count of successes
   * @throws ApiError with the seconds to wait, beyond the limit
   */
  admit(userId: number, limit: CallLimit | null): () => void
}

interface Counts {
  calls: SlidingCount
  successes: SlidingCount
}

/** More users than this call within one window nowhere; then those that called first are forgotten. */
const MAX_USERS = 100_000

/** @param clock milliseconds */
export function makeCallLimits(clock: () => number, bus: Bus = noBus): CallLimits {
  const byUser = new Map<number, Counts>()

  function countsOf(userId: number, windowMs: number): Counts {
    const known = byUser.get(userId)
    if (known?.calls.windowMs === windowMs) return known
    const counts = { calls: slidingCount(windowMs, clock), successes: slidingCount(windowMs, clock) }
    byUser.set(userId, counts)
    if (byUser.size > MAX_USERS) forgetFirst(byUser)
    return counts
  }

  const shared = shareCounts(bus, ({ userId, windowMs, calls, successes }) => {
    // While nodes learn of another window, one that is known is kept.
    const counted = byUser.get(userId) ?? countsOf(userId, windowMs)
    counted.calls.addMany(calls)
    counted.successes.addMany(successes)
  })

  return {
    admit(userId, limit) {
      if (!limit) return () => undefined
      const { windowMs } = limit
      const { calls, successes } = countsOf(userId, windowMs)
      if (limit.calls > 0) checkLimit(limit.calls, calls)
      checkLimit(limit.successes, successes)
      calls.add()
      const takeBack = successes.add()
      shared.add(userId, windowMs, 1, 1)
      let isTakenBack = false
      return () => {
        if (isTakenBack) return
        isTakenBack = true
        if (takeBack()) shared.add(userId, windowMs, 0, -1)
      }
    },
  }
}

function forgetFirst(byUser: Map<number, Counts>): void {
  for (const userId of byUser.keys()) {
    if (byUser.size <= MAX_USERS / 2) return
    byUser.delete(userId)
  }
}

/** @throws ApiError */
function checkLimit(limit: number, counted: SlidingCount): void {
  const waitMs = counted.waitFor(limit)
  if (waitMs <= 0) return
  const [minutes, seconds] = [counted.windowMs / 60_000, Math.ceil(waitMs / 1000)]
  throw relayError('too_many_calls', { limit, minutes, seconds }, seconds)
}

/** The limit for callers of a group; null: no limit. A group's own limit wins over the general one. */
export function callLimitOf(group: string, options: Options): CallLimit | null {
  const minutes = options.get('ModelRequestRateLimitDurationMinutes')
  if (!options.get('ModelRequestRateLimitEnabled') || minutes === 0) return null
  const byGroup = options.get('ModelRequestRateLimitGroup')
  const [calls, successes] = (Object.hasOwn(byGroup, group) ? byGroup[group] : undefined) ?? [
    options.get('ModelRequestRateLimitCount'),
    options.get('ModelRequestRateLimitSuccessCount'),
  ]
  return { windowMs: minutes * 60_000, calls, successes }
}
