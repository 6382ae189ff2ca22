import type { ChosenBy, SkippedFor } from '@tollgate/contract'
import { chooseCandidate, type Draw, type Health } from '@tollgate/gateway'
import type { OpenChannel } from '../candidates/channel-index.ts'
import type { ConversationPlace } from './affinity/affinity.ts'
import type { RoutingNotes } from './routing-note.ts'

/** What decides which channel a call goes to. */
export interface RoutingRules {
  /** The client's name for it; absent: the call does not belong to one model. */
  model?: string
  health: Health
  /** How many channels may be tried after the first. */
  retryTimes: number
  /** In [0, 1). */
  random(): number
  /** Channels that need no conversion; absent: all of them or none. */
  speaking?: ReadonlySet<OpenChannel> | undefined
  /** Draws among many candidates; absent: each is looked at. */
  draw?: Draw<OpenChannel> | undefined
  /** Where the conversation was answered last. */
  place?: ConversationPlace | undefined
}

export interface Chosen {
  channel: OpenChannel
  by: ChosenBy
}

/** What the call knows about its channels so far. */
interface Known {
  tried: readonly OpenChannel[]
  /** Channels that another node is probing; absent: none. */
  probedElsewhere?: ReadonlySet<OpenChannel> | undefined
  /** Whether the channel's own limits allow another call; absent: there are no limits. */
  isFree?: ((channelId: number) => boolean) | undefined
}

/**
 * Chooses the channel for a call's next attempt: the conversation's if it is healthy, else the best that is not resting. If all
 * rest, the first attempt still goes to one, unless that one sent Retry-After or lets its callers wait.
 *
 * @param notes told why each skipped channel was skipped
 */
export function chooseChannel(
  candidates: readonly OpenChannel[],
  { tried, probedElsewhere, isFree }: Known,
  { model, health, random, speaking, draw, place }: RoutingRules,
  notes: Pick<RoutingNotes, 'skip'>,
): Chosen | undefined {
  const now = performance.now()
  const preferred = place && candidates.find(({ id }) => id === place.channelId)
  // A conversation does not wait for a channel that may be failing.
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

/** For a first attempt while all rest: the best channel that may be called anyway. */
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

/** After this many draws of unusable channels, every candidate is looked at. */
const MOST_DRAWS = 4
