import type { ChannelBreaker, ChannelHealth, calls, ReplyOf } from '@tollgate/contract'
import { SLOT_SECONDS } from '../../relay/plan/last-hour/hour-ring.ts'
import { channelNames } from '../channels/store.ts'
import type { ChannelsContext } from '../context.ts'
import { figuresOf, NO_SLOTS, tellBreaker } from './hour-figures.ts'

type Report = ReplyOf<typeof calls.channelHealths.list>

/** Combines what this node knows of every channel's last hour with the counts of the other nodes. */
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
      models: lastHour
        .modelsOf(id)
        .map(({ slots, ...told }) => ({ ...told, ...figuresOf(slots) }))
        .sort((one, other) => other.calls - one.calls || (one.model < other.model ? -1 : 1)),
    }
  })
  return {
    slot_seconds: SLOT_SECONDS,
    since: startedAt,
    total: figuresOf(named.flatMap(({ id }) => hours.get(id) ?? [])),
    channels: channels.sort((one, other) => rank(one) - rank(other) || other.calls - one.calls || one.id - other.id),
  }
}

const RANKS: readonly ChannelBreaker['state'][] = ['open', 'half_open', 'failing']

/** Resting channels come first, then those with a resting model. */
const rank = ({ breakers }: Pick<ChannelHealth, 'breakers'>): number =>
  Math.min(2 * RANKS.length, ...breakers.map(({ model, state }) => 2 * RANKS.indexOf(state) + Number(model !== null)))
