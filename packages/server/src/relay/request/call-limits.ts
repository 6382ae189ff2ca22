import type { CountAnswer, NodeCounts } from '../../platform/cluster/counts-of-nodes.ts'
import { CountsUnavailable } from '../../platform/counts/counts.ts'
import type { Options } from '../../platform/options/index.ts'
import { relayError } from '../call/relay-error.ts'
import type { MinuteLimit, TokenIdentity } from './token-index.ts'

/** How many calls a user may make in a period. */
export interface CallLimit {
  windowMs: number
  /** All calls, including failed ones; 0 or less: no limit. */
  calls: number
  /** Successful calls; 0: no limit. */
  successes: number
}

/** Takes a failed call off the count of successes. */
export type UncountSuccess = () => void

/** Whose calls are counted. */
type CountedCaller = Pick<TokenIdentity, 'callerId' | 'minuteLimits'>

/** Counts the calls of each user and each limited child key over all nodes. */
export interface CallLimits {
  /**
   * Counts a call, as a success until it fails, so that concurrent calls cannot exceed the limit together. Decides
   * synchronously if this is the only node or nothing is limited.
   *
   * @throws ApiError with the seconds to wait, beyond the limit
   */
  admit(caller: CountedCaller, limit: CallLimit | null): UncountSuccess | Promise<UncountSuccess>
}

const NOTHING: UncountSuccess = () => undefined
/** The index of successes among the counts. */
const SUCCESSES = 1
const AWAY_RETRY_SECONDS = 5

export function makeCallLimits(counts: NodeCounts): CallLimits {
  return {
    admit({ callerId, minuteLimits }, limit) {
      if (!limit && minuteLimits.length === 0) return NOTHING
      const limits = [...limitsOfUser(callerId, limit ?? UNLIMITED), ...minuteLimits.map(limitOfToken)]
      const answer = counts.take(limits.map(one => ({ ...one, amount: 1 })))
      return answer instanceof Promise
        ? answer.then(one => admitted(one, limits), unavailable)
        : admitted(answer, limits)
    },
  }
}

const MINUTE_MS = 60_000
const UNLIMITED: CallLimit = { windowMs: MINUTE_MS, calls: 0, successes: 0 }

/** Calls counted under one key. */
interface Counted {
  key: string
  windowMs: number
  limit: number
}

const limitsOfUser = (userId: number, { windowMs, calls, successes }: CallLimit): Counted[] => [
  { key: `calls:${userId}`, windowMs, limit: calls },
  { key: `successes:${userId}`, windowMs, limit: successes },
]

const limitOfToken = ({ tokenId, calls }: MinuteLimit): Counted => ({
  key: `token-calls:${tokenId}`,
  windowMs: MINUTE_MS,
  limit: calls,
})

/** @throws ApiError */
function admitted(answer: CountAnswer, limits: readonly Counted[]): UncountSuccess {
  if ('exceeded' in answer) {
    const { limit = 0, windowMs = MINUTE_MS } = limits[answer.exceeded] ?? {}
    const seconds = Math.ceil(answer.waitMs / 1000)
    throw relayError('too_many_calls', { limit, minutes: windowMs / MINUTE_MS, seconds }, seconds)
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
