import type { ChosenBy, SkippedFor } from '@tollgate/contract'
import { chooseCandidate, type Draw, type Health } from '@tollgate/gateway'
import type { OpenChannel } from '../candidates/channel-index.ts'
import type { ConversationPlace } from './affinity/affinity.ts'
import type { RoutingNotes } from './routing-note.ts'

/** What decides about the channels of one call. */
export interface RoutingRules {
  /** As the client named it; absent: the call is not of one model. */
  model?: string
  health: Health
  /** How many channels may be tried after the first. */
  retryTimes: number
  /** In [0, 1). */
  random(): number
  /** Those to which the request goes as it is; absent: all are alike in that. */
  speaking?: ReadonlySet<OpenChannel> | undefined
  /** Draws among all candidates, where they are many; absent: each is looked at. */
  draw?: Draw<OpenChannel> | undefined
  /** Where the conversation was answered last. */
  place?: ConversationPlace | undefined
}

export interface Chosen {
  channel: OpenChannel
  by: ChosenBy
}

/** What the call has found out about its channels so far. */
interface Known {
  tried: readonly OpenChannel[]
  /** Channels that another node is probing; absent: none. */
  probedElsewhere?: ReadonlySet<OpenChannel> | undefined
  /** Whether the channel's own limits let another call in; absent: it has none. */
  isFree?: ((channelId: number) => boolean) | undefined
}

/**
 * Chooses the channel for the next attempt of a call: the conversation's where it is well, else the best that is not resting. Where
 * all rest, the first attempt goes to one all the same, unless it asked to be left alone or lets its callers wait.
 *
 * @param notes told of every channel that was passed over; says where it cannot be called
 */
export function chooseChannel(
  candidates: readonly OpenChannel[],
  { tried, probedElsewhere, isFree }: Known,
  { model, health, random, speaking, draw, place }: RoutingRules,
  notes: Pick<RoutingNotes, 'skip'>,
): Chosen | undefined {
  const now = performance.now()
  const preferred = place && candidates.find(({ id }) => id === place.channelId)
  // A conversation waits for no channel that may not be well.
  if (
    preferred &&
    !tried.includes(preferred) &&
    health.restsUntil(preferred.id, model) === undefined &&
    isFree?.(preferred.id) !== false
  )
    return { channel: preferred, by: 'affinity' }

  const isEligible = (channel: OpenChannel) => {
    if (tried.includes(channel)) return false
    const obstacle: SkippedFor | undefined =
      health.obstacle(channel.id, now, model) ??
      (probedElsewhere?.has(channel) ? 'probed' : undefined) ??
      (isFree?.(channel.id) === false ? 'full' : undefined)
    if (obstacle) notes.skip(channel.id, obstacle)
    return obstacle === undefined
  }
  for (let draws = 0; draw && draws < MOST_DRAWS; draws++) {
    const { candidate, by } = draw(random())
    if (isEligible(candidate)) return { channel: candidate, by }
  }
  const isOwn = speaking && ((channel: OpenChannel) => speaking.has(channel))
  const chosen = chooseCandidate(candidates, { isEligible, isOwn, random: random() })
  if (chosen) return { channel: chosen.candidate, by: chosen.by }
  return tried.length > 0 ? undefined : lastResort(candidates, isFree, { model, health, random }, isOwn)
}

/** Where all rest, a first attempt goes to one that may be called all the same. */
function lastResort(
  candidates: readonly OpenChannel[],
  isFree: Known['isFree'],
  { model, health, random }: Pick<RoutingRules, 'model' | 'health' | 'random'>,
  isOwn: ((channel: OpenChannel) => boolean) | undefined,
): Chosen | undefined {
  const now = performance.now()
  const isLastResort = ({ id }: OpenChannel) => isFree?.(id) !== false && !health.isFirm(id, now, model)
  const last = chooseCandidate(candidates, { isEligible: isLastResort, isOwn, random: random() })
  return last && { channel: last.candidate, by: 'last_resort' }
}

/** Where so many of those that were drawn cannot be called, all are looked at. */
const MOST_DRAWS = 4
