import { type Bus, noBus } from '../../../platform/cluster/bus.ts'
import { COUNT_NAMES, type Counts, newCounts } from './hour-counts.ts'
import { type HourRing, makeHourRing, SLOT_SECONDS, SLOTS } from './hour-ring.ts'
import { shareHourCounts } from './share-hour-counts.ts'

/** The figures of a delivered answer. */
export interface Delivered {
  /** From the attempt's start to the answer's end, and to its first byte; null: not a stream. */
  ms: number
  firstByteMs: number | null
  inputTokens: number
  cachedTokens: number
  outputTokens: number
  model?: string
}

/** One channel's last hour in slots of three minutes, oldest first. */
export interface ChannelHour {
  channelId: number
  slots: readonly Readonly<Counts>[]
}

/** What a channel did with one of its models in the last hour. */
export interface ModelHour {
  model: string
  slots: readonly Readonly<Counts>[]
  /** The last failure: a code of the gateway's, or the upstream's words. Its time is that of its slot, in unix seconds. */
  failure: { reason: string; at: number } | null
}

/** What was attempted. */
interface Attempted {
  model: string | undefined
  /** Why it failed. */
  reason?: string
}

/**
 * Counts what each channel did in the last hour. Counts stay in memory, and nodes send them to each other, so each node has the
 * sum of all nodes that ran beside it. The figures are for display only: no decision depends on them.
 */
export interface LastHour {
  attempted(channelId: number, isAnswered: boolean, what?: Partial<Attempted>): void
  /** Counts a call of a known conversation. `isHit`: the same channel answered it again. */
  followed(channelId: number, isHit: boolean): void
  delivered(channelId: number, answer: Delivered): void
  /** Returns the hours of all called channels, or of `only` these. */
  hours(only?: ReadonlySet<number>): ChannelHour[]
  /** Returns the hours of a channel's models. */
  modelsOf(channelId: number): ModelHour[]
}

const MOST_CHANNELS = 5_000
/** Of all channels. A model that was counted once keeps its place until the channel's hour has passed without it. */
const MOST_MODELS = 10_000
const LONGEST_NAME = 255
const LONGEST_REASON = 200
const NONE: Readonly<Counts> = newCounts()

interface Kept {
  ring: HourRing
  failure: ModelHour['failure']
}

/** @param now unix seconds, the same on all nodes */
export function makeLastHour(now: () => number, bus: Bus = noBus): LastHour {
  const rings = new Map<number, HourRing>()
  const models = new Map<number, Map<string, Kept>>()
  let modelCount = 0
  const slotNow = () => Math.floor(now() / SLOT_SECONDS)

  function ringOf(channelId: number): HourRing | undefined {
    const known = rings.get(channelId)
    if (known || rings.size >= MOST_CHANNELS) return known
    const ring = makeHourRing()
    rings.set(channelId, ring)
    return ring
  }

  function modelOf(channelId: number, model: string): Kept | undefined {
    const known = models.get(channelId)?.get(model)
    if (known) return known
    if (modelCount >= MOST_MODELS) dropQuiet()
    if (modelCount >= MOST_MODELS || model.length > LONGEST_NAME) return undefined
    const ofChannel = models.get(channelId) ?? new Map<string, Kept>()
    models.set(channelId, ofChannel)
    const kept: Kept = { ring: makeHourRing(), failure: null }
    ofChannel.set(model, kept)
    modelCount += 1
    return kept
  }

  /** Makes room, at most once a slot: looking through all takes a while. */
  let droppedAt = 0
  function dropQuiet(): void {
    const last = slotNow()
    if (droppedAt === last) return
    droppedAt = last
    for (const [channelId, ofChannel] of models) {
      for (const [model, { ring }] of ofChannel) {
        if (slotsOf(ring, last).some(slot => slot !== NONE)) continue
        ofChannel.delete(model)
        modelCount -= 1
      }
      if (ofChannel.size === 0) models.delete(channelId)
    }
  }

  const shared = shareHourCounts(bus, ({ channelId, slot, model, counts, reason }) => {
    if (Math.abs(slot - slotNow()) > 1) return
    const kept = model === '' ? undefined : modelOf(channelId, model)
    const known = (model === '' ? ringOf(channelId) : kept?.ring)?.at(slot)
    if (known) for (const name of COUNT_NAMES) known[name] += counts[name]
    if (kept && reason !== '') kept.failure = { reason, at: slot * SLOT_SECONDS }
  })

  /** Counts for this node and for the next message to the others. */
  function count<What extends Partial<Attempted>>(
    channelId: number,
    what: What,
    add: (counts: Counts, what: What) => void,
  ): void {
    const { model, reason = '' } = what
    const slot = slotNow()
    const own = ringOf(channelId)?.at(slot)
    if (!own) return
    add(own, what)
    const told = shared?.gathered(channelId, slot, '')
    if (told) add(told.counts, what)
    const kept = model ? modelOf(channelId, model) : undefined
    if (!kept || !model) return
    add(kept.ring.at(slot), what)
    const words = reason.slice(0, LONGEST_REASON)
    if (words !== '') kept.failure = { reason: words, at: now() }
    const toldOfModel = shared?.gathered(channelId, slot, model)
    if (!toldOfModel) return
    add(toldOfModel.counts, what)
    if (words !== '') toldOfModel.reason = words
  }

  return {
    attempted: (channelId, isAnswered, what = {}) => count(channelId, what, isAnswered ? addAnswered : addFailed),
    followed: (channelId, isHit) => count(channelId, {}, isHit ? addHit : addFollowUp),
    delivered: (channelId, answer) => count(channelId, answer, addDelivered),
    hours(only) {
      const last = slotNow()
      return [...rings]
        .filter(([channelId]) => only?.has(channelId) ?? true)
        .map(([channelId, ring]) => ({ channelId, slots: slotsOf(ring, last) }))
    },
    modelsOf(channelId) {
      const last = slotNow()
      return [...(models.get(channelId) ?? [])]
        .map(([model, { ring, failure }]) => ({ model, failure, slots: slotsOf(ring, last) }))
        .filter(({ slots }) => slots.some(slot => slot !== NONE))
    },
  }
}

// Functions that need no scope, because every call adds several times.

function addAnswered(counts: Counts): void {
  counts.answered += 1
}

function addFailed(counts: Counts): void {
  counts.failed += 1
}

function addFollowUp(counts: Counts): void {
  counts.followUps += 1
}

function addHit(counts: Counts): void {
  counts.followUps += 1
  counts.affinityHits += 1
}

function addDelivered(counts: Counts, { ms, firstByteMs, inputTokens, cachedTokens, outputTokens }: Delivered): void {
  counts.delivered += 1
  counts.totalMs += ms
  counts.inputTokens += inputTokens
  counts.cachedTokens += cachedTokens
  if (firstByteMs === null) return
  counts.streams += 1
  counts.firstByteMs += firstByteMs
  counts.streamedTokens += outputTokens
  counts.streamedMs += ms - firstByteMs
}

const slotsOf = (ring: HourRing, last: number): readonly Readonly<Counts>[] =>
  Array.from({ length: SLOTS }, (_, index) => ring.peek(last - SLOTS + 1 + index) ?? NONE)
