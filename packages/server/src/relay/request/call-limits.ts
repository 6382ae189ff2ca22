import type { CountAnswer, NodeCounts } from '../../platform/cluster/counts-of-nodes.ts'
import { CountsUnavailable } from '../../platform/counts/counts.ts'
import type { Options } from '../../platform/options/index.ts'
import { relayError } from '../call/relay-error.ts'

/** How many calls a user may make in a period. */
export interface CallLimit {
  windowMs: number
  /** All calls, also those that fail; 0 or less: no limit. */
  calls: number
  /** Calls that succeed; 0: no limit. */
  successes: number
}

/** Takes a failed call off the count of successes. */
export type UncountSuccess = () => void

/** Counts the calls of each user, together with the other nodes. */
export interface CallLimits {
  /**
   * Counts a call, as a success until it fails: calls in flight cannot overrun the limit together. Decided at once where this
   * node is alone, or nothing is limited.
   *
   * @throws ApiError with the seconds to wait, beyond the limit
   */
  admit(userId: number, limit: CallLimit | null): UncountSuccess | Promise<UncountSuccess>
}

const NOTHING: UncountSuccess = () => undefined
/** The place of successes among what is counted. */
const SUCCESSES = 1
const AWAY_RETRY_SECONDS = 5

export function makeCallLimits(counts: NodeCounts): CallLimits {
  return {
    admit(userId, limit) {
      if (!limit) return NOTHING
      const { windowMs } = limit
      const [calls, successes] = [`calls:${userId}`, `successes:${userId}`]
      const answer = counts.take([
        { key: calls, windowMs, limit: limit.calls, amount: 1 },
        { key: successes, windowMs, limit: limit.successes, amount: 1 },
      ])
      return answer instanceof Promise ? answer.then(one => admitted(one, limit), unavailable) : admitted(answer, limit)
    },
  }
}

/** @throws ApiError */
function admitted(answer: CountAnswer, limit: CallLimit): UncountSuccess {
  if ('exceeded' in answer) {
    const most = answer.exceeded === SUCCESSES ? limit.successes : limit.calls
    const [minutes, seconds] = [limit.windowMs / 60_000, Math.ceil(answer.waitMs / 1000)]
    throw relayError('too_many_calls', { limit: most, minutes, seconds }, seconds)
  }
  let isTakenBack = false
  return () => {
    if (isTakenBack) return
    isTakenBack = true
    answer.correct(SUCCESSES, -1)
  }
}

function unavailable(error: unknown): never {
  throw error instanceof CountsUnavailable ? relayError('limits_unavailable', {}, AWAY_RETRY_SECONDS) : error
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
