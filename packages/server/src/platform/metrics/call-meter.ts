import { type Durations, newDurations } from './durations.ts'

/** A call that has ended. */
export interface EndedCall {
  /** The client's wire format. */
  dialect: string
  model: string
  /** The channel tried last; 0: none. */
  channel: number
  /** The HTTP status that the client got, or with which its stream ended. */
  status: number
  attempts: number
  /** The duration of the whole call. */
  seconds: number
  /** Until the first bytes for the client; absent if there were none or all came at once. */
  firstSeconds?: number
  promptTokens: number
  completionTokens: number
  quota: number
}

/** Calls that share all labels. */
export interface CallSeries {
  dialect: string
  model: string
  channel: number
  status: number
  calls: number
  retries: number
  promptTokens: number
  completionTokens: number
  quota: number
}

/** How long the calls of a channel took. */
export interface ChannelDurations {
  channel: number
  whole: Durations
  first: Durations
}

/** Counts the calls of this process in memory. */
export interface CallMeter {
  /** Every call runs this, so it only adds. */
  ended(call: EndedCall): void
  /** Call this for every response of the relay, including requests that never became a call. */
  answered(status: number): void
  answers(): { all: number; failed: number }
  series(): Iterable<CallSeries>
  durations(): Iterable<ChannelDurations>
}

/**
 * Beyond this many combinations, models are counted together, so that names made up by clients cannot fill the memory.
 */
const MOST_SERIES = 2_000
const MOST_CHANNELS = 500
const OTHERS = 'other'
const OTHER_CHANNELS = -1

export function makeCallMeter(): CallMeter {
  const series = new Map<string, CallSeries>()
  const durations = new Map<number, ChannelDurations>()
  const answers = { all: 0, failed: 0 }

  function seriesOf(call: EndedCall, model: string): CallSeries {
    const { dialect, channel, status } = call
    const key = `${channel} ${status} ${dialect} ${model}`
    const known = series.get(key)
    if (known) return known
    if (series.size >= MOST_SERIES && model !== OTHERS) return seriesOf(call, OTHERS)
    const fresh = { dialect, model, channel, status, ...NOTHING }
    series.set(key, fresh)
    return fresh
  }

  function durationsOf(channel: number): ChannelDurations {
    const known = durations.get(channel)
    if (known) return known
    if (durations.size >= MOST_CHANNELS && channel !== OTHER_CHANNELS) return durationsOf(OTHER_CHANNELS)
    const fresh = { channel, whole: newDurations(), first: newDurations() }
    durations.set(channel, fresh)
    return fresh
  }

  return {
    ended(call) {
      // Without a channel the model is any text the client wrote.
      const one = seriesOf(call, call.channel === 0 ? '' : call.model)
      one.calls += 1
      one.retries += Math.max(0, call.attempts - 1)
      one.promptTokens += call.promptTokens
      one.completionTokens += call.completionTokens
      one.quota += call.quota
      const took = durationsOf(call.channel)
      took.whole.add(call.seconds)
      if (call.firstSeconds !== undefined) took.first.add(call.firstSeconds)
    },
    answered(status) {
      answers.all += 1
      if (status >= 500) answers.failed += 1
    },
    answers: () => ({ ...answers }),
    series: () => series.values(),
    durations: () => durations.values(),
  }
}

const NOTHING = { calls: 0, retries: 0, promptTokens: 0, completionTokens: 0, quota: 0 }
