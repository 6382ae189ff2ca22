import type { ChannelBreaker, calls, ReplyOf } from '@tollgate/contract'
import type { Breaker } from '@tollgate/gateway'
import { COUNT_NAMES, type Counts, newCounts } from '../../relay/plan/last-hour/hour-counts.ts'
import { SLOTS } from '../../relay/plan/last-hour/hour-ring.ts'

type Figures = ReplyOf<typeof calls.channelHealths.list>['total']

/** The hour of a channel that was not called. */
export const NO_SLOTS: readonly Counts[] = Array.from({ length: SLOTS }, newCounts)

export function figuresOf(slots: readonly Counts[]): Figures {
  const sum = newCounts()
  for (const slot of slots) for (const name of COUNT_NAMES) sum[name] += slot[name]
  const calls = sum.answered + sum.failed
  return {
    calls,
    failures: sum.failed,
    success: ratio(sum.answered, calls),
    latency_ms: rounded(ratio(sum.totalMs, sum.delivered)),
    first_token_ms: rounded(ratio(sum.firstByteMs, sum.streams)),
    tokens_per_second: ratio(sum.streamedTokens * 1_000, sum.streamedMs),
    cache_share: ratio(sum.cachedTokens, sum.inputTokens),
    follow_ups: sum.followUps,
    affinity_share: ratio(sum.affinityHits, sum.followUps),
  }
}

const ratio = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null)
const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value))

/** @param now on the clock of the relay's health */
export function tellBreaker({ model, failuresInARow, failureShare, restsUntil }: Breaker, now: number): ChannelBreaker {
  const restsFor = Math.max(0, Math.ceil((restsUntil - now) / 1_000))
  const state = restsUntil === 0 ? 'failing' : restsFor > 0 ? 'open' : 'half_open'
  return { model, state, failures_in_a_row: failuresInARow, failure_share: failureShare, rests_for: restsFor }
}
