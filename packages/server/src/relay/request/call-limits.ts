import type { Options } from '../../options/index.ts'
import { relayError } from '../errors/relay-error.ts'
import { type SlidingCount, slidingCount } from './sliding-count.ts'

/** What a user may do in a period. */
export interface CallLimit {
  windowMs: number
  /** Calls, those that fail too; 0 or less: no limit. */
  calls: number
  /** Calls that succeed. */
  successes: number
}

/** Counts the calls of each user, in memory: each node keeps its own count. */
export interface CallLimits {
  /**
   * Lets a call in and counts it, for a success until it fails: calls under way cannot overrun the limit together.
   *
   * @returns to be called when the call has failed
   * @throws ApiError with the seconds to wait
   */
  admit(userId: number, limit: CallLimit | null): () => void
}

interface Counts {
  calls: SlidingCount
  successes: SlidingCount
}

/** @param clock milliseconds */
export function makeCallLimits(clock: () => number): CallLimits {
  const byUser = new Map<number, Counts>()

  function countsOf(userId: number, windowMs: number): Counts {
    const known = byUser.get(userId)
    if (known?.calls.windowMs === windowMs) return known
    const counts = { calls: slidingCount(windowMs, clock), successes: slidingCount(windowMs, clock) }
    byUser.set(userId, counts)
    return counts
  }

  return {
    admit(userId, limit) {
      if (!limit) return () => undefined
      const { calls, successes } = countsOf(userId, limit.windowMs)
      if (limit.calls > 0) refuseBeyond(limit.calls, calls)
      refuseBeyond(limit.successes, successes)
      calls.add()
      return successes.add()
    },
  }
}

/** @throws ApiError */
function refuseBeyond(limit: number, counted: SlidingCount): void {
  const waitMs = counted.waitFor(limit)
  if (waitMs <= 0) return
  const [minutes, seconds] = [counted.windowMs / 60_000, Math.ceil(waitMs / 1000)]
  throw relayError('too_many_calls', { limit, minutes, seconds }, seconds)
}

/** The limit of a group's callers; null: none is set. A group's own wins over the one for all. */
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
