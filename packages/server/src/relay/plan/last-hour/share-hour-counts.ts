import { z } from 'zod'
import { type Bus, noBus } from '../../../platform/cluster/bus.ts'
import { COUNT_NAMES, type Counts, newCounts } from './hour-counts.ts'

/** What a channel did in a slot of time with one of its models, or with all: then the model is empty. */
export interface HourCounts {
  channelId: number
  slot: number
  model: string
  counts: Counts
  /** Why the last attempt failed; empty: none did. */
  reason: string
}

interface SharedHourCounts {
  /** The counts for the next message. */
  gathered(channelId: number, slot: number, model: string): HourCounts
}

const SUBJECT = 'channel-hour'
const MODEL_SUBJECT = 'channel-model-hour'
/** Other nodes learn of calls at most this late. */
const INTERVAL_MS = 2_000
/** Keeps a message within a few hundred bytes. */
const LINES_IN_MESSAGE = 4

const count = z.number().nonnegative().max(1e12)
const line = z.tuple([z.int().positive(), z.int().positive()], count)
const batch = z.array(line).max(LINES_IN_MESSAGE)
const modelLine = z.tuple(
  [z.int().positive(), z.int().positive(), z.string().min(1).max(255), z.string().max(200)],
  count,
)
const modelBatch = z.array(modelLine).max(LINES_IN_MESSAGE)

/** Sends counts to the other nodes every two seconds and calls `receive` with theirs. undefined: there are no others. */
export function shareHourCounts(bus: Bus, receive: (received: HourCounts) => void): SharedHourCounts | undefined {
  if (bus === noBus) return undefined
  let gathered = new Map<string, HourCounts>()

  bus.on(SUBJECT, payload => {
    for (const [channelId, slot, ...values] of batch.safeParse(payload).data ?? [])
      receive({ channelId, slot, model: '', reason: '', counts: countsOf(values) })
  })
  bus.on(MODEL_SUBJECT, payload => {
    for (const [channelId, slot, model, reason, ...values] of modelBatch.safeParse(payload).data ?? [])
      receive({ channelId, slot, model, reason, counts: countsOf(values) })
  })

  function tell(): void {
    const valuesOf = ({ counts }: HourCounts) => COUNT_NAMES.map(name => Math.round(counts[name]))
    const { ofChannel = [], ofModel = [] } = Object.groupBy(gathered.values(), ({ model }) =>
      model === '' ? 'ofChannel' : 'ofModel',
    )
    gathered = new Map()
    publish(
      SUBJECT,
      ofChannel.map(each => [each.channelId, each.slot, ...valuesOf(each)]),
    )
    publish(
      MODEL_SUBJECT,
      ofModel.map(each => [each.channelId, each.slot, each.model, each.reason, ...valuesOf(each)]),
    )
  }

  function publish(subject: string, lines: unknown[]): void {
    for (let start = 0; start < lines.length; start += LINES_IN_MESSAGE)
      bus.publish(subject, lines.slice(start, start + LINES_IN_MESSAGE))
  }

  return {
    gathered(channelId, slot, model) {
      if (gathered.size === 0) setTimeout(tell, INTERVAL_MS).unref()
      const key = `${channelId} ${slot} ${model}`
      const known = gathered.get(key) ?? { channelId, slot, model, reason: '', counts: newCounts() }
      gathered.set(key, known)
      return known
    },
  }
}

function countsOf(values: readonly number[]): Counts {
  const counts = newCounts()
  for (const [index, name] of COUNT_NAMES.entries()) counts[name] = values[index] ?? 0
  return counts
}
