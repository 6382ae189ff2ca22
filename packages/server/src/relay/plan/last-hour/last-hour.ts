import { type Bus, noBus } from '../../../platform/cluster/bus.ts'
import { type Counts, newCounts } from './hour-counts.ts'
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
}

/** One channel's last hour in slots of three minutes, oldest first. */
export interface ChannelHour {
  channelId: number
  slots: readonly Readonly<Counts>[]
}

/**
 * Counts what each channel did in the last hour. Counts stay in memory, and nodes send them to each other, so each node has the
 * sum of all nodes that ran beside it. The figures are for display only: no decision depends on them.
 */
export interface LastHour {
  attempted(channelId: number, isAnswered: boolean): void
  /** Counts a call of a known conversation. `isHit`: the same channel answered it again. */
  followed(channelId: number, isHit: boolean): void
  delivered(channelId: number, answer: Delivered): void
  /** Returns the hours of all called channels, or of `only` these. */
  hours(only?: ReadonlySet<number>): ChannelHour[]
}

const MOST_CHANNELS = 5_000
const NONE: Readonly<Counts> = newCounts()

/** @param now unix seconds, the same on all nodes */
export function makeLastHour(now: () => number, bus: Bus = noBus): LastHour {
  const rings = new Map<number, HourRing>()
  const slotNow = () => Math.floor(now() / SLOT_SECONDS)

  function countsOf(channelId: number, slot: number): Counts | undefined {
    const known = rings.get(channelId)
    if (!known && rings.size >= MOST_CHANNELS) return undefined
    const ring = known ?? makeHourRing()
    if (!known) rings.set(channelId, ring)
    return ring.at(slot)
  }

  const shared = shareHourCounts(bus, (channelId, slot, counts) => {
    if (Math.abs(slot - slotNow()) > 1) return
    const known = countsOf(channelId, slot)
    if (known) for (const name of Object.keys(counts) as (keyof Counts)[]) known[name] += counts[name]
  })

  /** Counts for this node and for the next message to the others. */
  function count(channelId: number, add: (counts: Counts) => void): void {
    const slot = slotNow()
    const own = countsOf(channelId, slot)
    if (!own) return
    add(own)
    const told = shared?.gathered(channelId, slot)
    if (told) add(told)
  }

  return {
    attempted: (channelId, isAnswered) =>
      count(channelId, counts => {
        if (isAnswered) counts.answered += 1
        else counts.failed += 1
      }),
    followed: (channelId, isHit) =>
      count(channelId, counts => {
        counts.followUps += 1
        if (isHit) counts.affinityHits += 1
      }),
    delivered: (channelId, { ms, firstByteMs, inputTokens, cachedTokens, outputTokens }) =>
      count(channelId, counts => {
        counts.delivered += 1
        counts.totalMs += ms
        counts.inputTokens += inputTokens
        counts.cachedTokens += cachedTokens
        if (firstByteMs === null) return
        counts.streams += 1
        counts.firstByteMs += firstByteMs
        counts.streamedTokens += outputTokens
        counts.streamedMs += ms - firstByteMs
      }),
    hours(only) {
      const last = slotNow()
      const slotsOf = (ring: HourRing) =>
        Array.from({ length: SLOTS }, (_, index) => ring.peek(last - SLOTS + 1 + index) ?? NONE)
      return [...rings]
        .filter(([channelId]) => only?.has(channelId) ?? true)
        .map(([channelId, ring]) => ({ channelId, slots: slotsOf(ring) }))
    },
  }
}
