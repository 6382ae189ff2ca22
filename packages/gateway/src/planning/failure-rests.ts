import { makeOutcomes, type Outcomes } from './failure-share.ts'

export const FIRST_REST_MS = 5_000
export const LONGEST_REST_MS = 300_000
/** After this long without a failure-rate rest, the next rest is short again. */
const FORGIVEN_MS = 600_000
/** At most this many models per channel are remembered, because callers choose the suffixes of names. */
export const MOST_MODELS = 1_000

export const WHOLE = null
export type Model = string | typeof WHOLE

/**
 * A failure that another node saw. `share`: the failure rate for which that node rests the channel; null: it does not.
 * Its successes are not known here.
 */
export type SeenElsewhere = { share: number | null } | undefined

interface SeenFailure {
  now: number
  /** The failure rate for which the channel already rests; null: it does not. */
  known: number | null
  seenElsewhere: SeenElsewhere
}

/** The calls of a channel or of one of its models, if any failed within the last minute or so. */
interface Rate {
  outcomes: Outcomes
  /** How often it rested for its failure rate without a longer pause, and when it last did. */
  rests: number
  restedAt: number
}

/** Rests channels and their models for their failure rate. */
export interface FailureRests {
  /** Counts an answer if failures are being counted. */
  answered(channelId: number, model: Model, now: number): void
  /** Counts a failure. Returns the failure rate for which the channel rests, and for how long; null: it does not. */
  failed(channelId: number, model: Model, failure: SeenFailure): { share: number | null; ms: number }
}

export function makeFailureRests(): FailureRests {
  const rates = new Map<number, Map<Model, Rate>>()

  function rateFor(channelId: number, model: Model): Rate | undefined {
    const ofChannel = rates.get(channelId) ?? new Map<Model, Rate>()
    const known = ofChannel.get(model)
    if (known) return known
    if (model !== WHOLE && ofChannel.size >= MOST_MODELS) return undefined
    const rate = { outcomes: makeOutcomes(), rests: 0, restedAt: Number.NEGATIVE_INFINITY }
    rates.set(channelId, ofChannel.set(model, rate))
    return rate
  }

  return {
    answered(channelId, model, now) {
      const ofChannel = rates.get(channelId)
      const rate = ofChannel?.get(model)
      if (!ofChannel || !rate) return
      rate.outcomes.count(now, false)
      if (rate.outcomes.hasFailures(now) || now - rate.restedAt < FORGIVEN_MS) return
      ofChannel.delete(model)
      if (ofChannel.size === 0) rates.delete(channelId)
    },
    failed(channelId, model, { now, known, seenElsewhere }) {
      const rate = rateFor(channelId, model)
      if (!seenElsewhere) rate?.outcomes.count(now, true)
      // A channel that rested for its failure rate and failed its probe keeps resting.
      const share = known ?? (seenElsewhere ? seenElsewhere.share : (rate?.outcomes.tooHigh(now) ?? null))
      if (!rate || share === null) return { share: null, ms: 0 }
      rate.rests = now - rate.restedAt < FORGIVEN_MS ? rate.rests + 1 : 1
      rate.restedAt = now
      rate.outcomes.clear()
      return { share, ms: Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** Math.min(rate.rests - 1, 10)) }
    },
  }
}
