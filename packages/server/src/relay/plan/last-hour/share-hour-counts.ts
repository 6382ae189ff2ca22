import { z } from 'zod'
import { type Bus, noBus } from '../../../platform/cluster/bus.ts'
import { COUNT_NAMES, type Counts, newCounts } from './hour-counts.ts'

interface SharedHourCounts {
  /** The counts of a channel's slot for the next message. */
  gathered(channelId: number, slot: number): Counts
}

const SUBJECT = 'channel-hour'
/** Other nodes learn of calls at most this late. */
const INTERVAL_MS = 2_000
/** Keeps a message within a few hundred bytes. */
const LINES_IN_MESSAGE = 4

const count = z.number().nonnegative().max(1e12)
const line = z.tuple([z.int().positive(), z.int().positive()], count)
const batch = z.array(line).max(LINES_IN_MESSAGE)

/** Sends counts to the other nodes every two seconds and calls `receive` with theirs. undefined: there are no others. */
export function shareHourCounts(
  bus: Bus,
  receive: (channelId: number, slot: number, counts: Counts) => void,
): SharedHourCounts | undefined {
  if (bus === noBus) return undefined
  let gathered = new Map<string, { channelId: number; slot: number; counts: Counts }>()

  bus.on(SUBJECT, payload => {
    for (const [channelId, slot, ...values] of batch.safeParse(payload).data ?? []) {
      const counts = newCounts()
      for (const [index, name] of COUNT_NAMES.entries()) counts[name] = values[index] ?? 0
      receive(channelId, slot, counts)
    }
  })

  function tell(): void {
    const lines = [...gathered.values()].map(({ channelId, slot, counts }) => [
      channelId,
      slot,
      ...COUNT_NAMES.map(name => Math.round(counts[name])),
    ])
    gathered = new Map()
    for (let start = 0; start < lines.length; start += LINES_IN_MESSAGE)
      bus.publish(SUBJECT, lines.slice(start, start + LINES_IN_MESSAGE))
  }

  return {
    gathered(channelId, slot) {
      if (gathered.size === 0) setTimeout(tell, INTERVAL_MS).unref()
      const key = `${channelId} ${slot}`
      const known = gathered.get(key) ?? { channelId, slot, counts: newCounts() }
      gathered.set(key, known)
      return known.counts
    },
  }
}
