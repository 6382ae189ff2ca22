import { type Bus, noBus } from '../../../platform/cluster/bus.ts'
import { type Counts, newCounts } from './hour-counts.ts'
import { type HourRing, makeHourRing, SLOT_SECONDS, SLOTS } from './hour-ring.ts'
import { shareHourCounts } from './share-hour-counts.ts'

/** What is counted of a delivered answer. */
export interface Delivered {
  /** From the attempt's beginning to the answer's end, and to its first byte; null: it was no stream. */
  ms: number
  firstByteMs: number | null
  inputTokens: number
  cachedTokens: number
  outputTokens: number
}

/** One channel's last hour, by slots of three minutes, the oldest first. */
export interface ChannelHour {
  channelId: number
  slots: readonly Readonly<Counts>[]
}

/**
 * Counts what each channel did in the last hour: in memory, each node telling the others, so that every node has the sum of all
 * that lived beside it. Figures for people; nothing is decided by them.
 */
export interface LastHour {
  attempted(channelId: number, isAnswered: boolean): void
  /** A call of a conversation that was answered before. `isHit`: by the same channel. */
  followed(channelId: number, isHit: boolean): void
  delivered(channelId: number, answer: Delivered): void
  /** Of channels that were called; of `only` these, if given. */
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

  /** Counts here, and for the next message to the others. */
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
