import type { ChannelBreaker, ChannelHealth, calls, ReplyOf } from '@tollgate/contract'
import type { Breaker } from '@tollgate/gateway'
import { COUNT_NAMES, type Counts, newCounts } from '../../relay/plan/last-hour/hour-counts.ts'
import { SLOT_SECONDS, SLOTS } from '../../relay/plan/last-hour/hour-ring.ts'
import { channelNames } from '../channels/store.ts'
import type { ChannelsContext } from '../context.ts'

type Report = ReplyOf<typeof calls.channelHealths.list>

/** Combines what this node knows of every channel's last hour; the other nodes contribute their counts. */
export async function reportHealth({
  db,
  routing: { health, lastHour },
  startedAt,
}: Pick<ChannelsContext, 'db' | 'routing' | 'startedAt'>): Promise<Report> {
  const hours = new Map(lastHour.hours().map(({ channelId, slots }) => [channelId, slots]))
  const now = performance.now()
  const breakers = Map.groupBy(health.breakers(now), ({ channelId }) => channelId)
  const named = await channelNames(db)
  const channels = named.map(({ id, ...channel }) => {
    const slots = hours.get(id) ?? NO_SLOTS
    return {
      id,
      ...channel,
      ...figuresOf(slots),
      slots: slots.map(({ answered, failed }) => ({ answered, failed })),
      breakers: (breakers.get(id) ?? []).map(breaker => tellBreaker(breaker, now)),
    }
  })
  return {
    slot_seconds: SLOT_SECONDS,
    since: startedAt,
    total: figuresOf(named.flatMap(({ id }) => hours.get(id) ?? [])),
    channels: channels.sort((one, other) => rank(one) - rank(other) || other.calls - one.calls || one.id - other.id),
  }
}

const NO_SLOTS: readonly Counts[] = Array.from({ length: SLOTS }, newCounts)

function figuresOf(slots: readonly Counts[]): Report['total'] {
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

function tellBreaker({ model, failuresInARow, failureShare, restsUntil }: Breaker, now: number): ChannelBreaker {
  const restsFor = Math.max(0, Math.ceil((restsUntil - now) / 1_000))
  const state = restsUntil === 0 ? 'failing' : restsFor > 0 ? 'open' : 'half_open'
  return { model, state, failures_in_a_row: failuresInARow, failure_share: failureShare, rests_for: restsFor }
}

const RANKS: readonly ChannelBreaker['state'][] = ['open', 'half_open', 'failing']

/** Resting channels come first, then those with a resting model. */
const rank = ({ breakers }: Pick<ChannelHealth, 'breakers'>): number =>
  Math.min(2 * RANKS.length, ...breakers.map(({ model, state }) => 2 * RANKS.indexOf(state) + Number(model !== null)))
