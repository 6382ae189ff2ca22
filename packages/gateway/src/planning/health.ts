import { makeOutcomes, type Outcomes } from './failure-share.ts'

/** Why a call should not go to a channel now. */
export type Obstacle =
  /** The upstream asked to be left alone until later. */
  | 'asked_to_wait'
  /** It was silent, call after call, until time limits ended them. */
  | 'silent'
  /** It failed several times in a row, or for a large share of the last minute's calls. */
  | 'resting'
  /** Its rest is over, and another call is finding out whether it is well. */
  | 'probed'

/** What a failed call says of its channel. */
export interface ChannelFailure {
  /** The failure is this model's alone; absent: the whole channel's. */
  model?: string | undefined
  /** How long the upstream asked to be left alone, in milliseconds; 0 or absent: it did not ask. */
  retryAfterMs?: number | undefined
  /** A time limit ended the call. */
  isSilence?: boolean | undefined
  /** When the call was begun; absent: now. */
  beganAt?: number | undefined
  /** Another node saw it; the share of failures by which that node has it rest, null: by none. Its answers are not known here. */
  seenElsewhere?: { share: number | null } | undefined
}

/** A call that answered. */
export interface AnsweredCall {
  now: number
  beganAt: number
}

/** A channel, or a model of it, that failed and did not answer since. */
export interface Breaker {
  channelId: number
  /** null: the whole channel. */
  model: string | null
  failuresInARow: number
  /** Of the calls of a minute, for which it rests; null: it rests for failures in a row, or not at all. */
  failureShare: number | null
  /** Milliseconds on the caller's clock; 0: it failed too seldom to rest. */
  restsUntil: number
  isProbed: boolean
}

/**
 * Keeps channels that fail, and models of channels, out of the way for a while, and lets one call probe them before all come back.
 * All times in milliseconds on one clock of the caller's.
 */
export interface Health {
  /** undefined: the call may go there; where a rest is over, as the one probe at a time. */
  obstacle(channelId: number, now: number, model?: string): Obstacle | undefined
  isAvailable(channelId: number, now: number, model?: string): boolean
  /** Whether calls that find no other channel should not try this one either. */
  isFirm(channelId: number, now: number, model?: string): boolean
  /** A call is about to use the channel. Returns whether it probes it. */
  taken(channelId: number, now: number, model?: string): boolean
  /**
   * The channel and the model answered. A call that began before a rest for a share of failures does not end it; without
   * `call` the answer counts whatever it was. Returns whether all is forgotten that was held against them.
   */
  succeeded(channelId: number, model?: string, call?: AnsweredCall): boolean
  /** A probe ended without telling anything of the channel: another may begin. */
  toldNothing(channelId: number, model?: string): void
  /** Failures that began before a rest count as the one it is for. Returns the share of failures by which it rests now; null: by none. */
  failed(channelId: number, now: number, failure?: ChannelFailure): number | null
  /** When the channel, or the model there, may be probed; undefined: it does not rest. */
  restsUntil(channelId: number, model?: string): number | undefined
  /** All that failed and did not answer since, of one channel or of all. */
  breakers(now: number, channelId?: number): Breaker[]
}

interface Record {
  failuresInARow: number
  failureShare: number | null
  /** When the last rest began; later calls tell something new. */
  restedAt: number
  restsUntil: number
  /** What the upstream asked for. */
  askedUntil: number
  /** How many of the last failures in a row were silences. */
  silencesInARow: number
  /** The probe under way, given up on after a while. */
  probedAt: number
}

/** The calls of a channel, or of a model there, that failed within the last minute or so. */
interface Rate {
  outcomes: Outcomes
  /** How often it rested for its share of failures without a longer pause, and when it did last. */
  rests: number
  restedAt: number
}

const FAILURES_BEFORE_REST = 3
const FIRST_REST_MS = 5_000
const LONGEST_REST_MS = 300_000
/** After so long without a rest for its share of failures, the next one is short again. */
const FORGIVEN_MS = 600_000
/** An upstream that asks for more is asked again after an hour. */
const LONGEST_ASKED_MS = 3_600_000
const PROBE_EXPIRES_MS = 60_000
/** More models of a channel than this are not remembered: names with suffixes are the callers' choice. */
const MOST_MODELS = 1_000

const WHOLE = null
type Model = string | typeof WHOLE

export function makeHealth(): Health {
  const channels = new Map<number, Map<Model, Record>>()
  const rates = new Map<number, Map<Model, Rate>>()

  /** The channel's own record and the model's, where there are any. */
  function* recordsOf(channelId: number, model?: string): Generator<Record> {
    const records = channels.get(channelId)
    const whole = records?.get(WHOLE)
    if (whole) yield whole
    const ofModel = model === undefined ? undefined : records?.get(model)
    if (ofModel) yield ofModel
  }

  function recordFor(channelId: number, model: Model): Record | undefined {
    const records = channels.get(channelId) ?? new Map<Model, Record>()
    const known = records.get(model)
    if (known) return known
    if (model !== WHOLE && records.size >= MOST_MODELS) return undefined
    const record = newRecord()
    channels.set(channelId, records.set(model, record))
    return record
  }

  function rateFor(channelId: number, model: Model): Rate | undefined {
    const ofChannel = rates.get(channelId) ?? new Map<Model, Rate>()
    const known = ofChannel.get(model)
    if (known) return known
    if (model !== WHOLE && ofChannel.size >= MOST_MODELS) return undefined
    const rate = { outcomes: makeOutcomes(), rests: 0, restedAt: Number.NEGATIVE_INFINITY }
    rates.set(channelId, ofChannel.set(model, rate))
    return rate
  }

  /** Counts an answer where failures are counted. */
  function countAnswer(channelId: number, model: Model, now: number): void {
    const ofChannel = rates.get(channelId)
    const rate = ofChannel?.get(model)
    if (!ofChannel || !rate) return
    rate.outcomes.count(now, false)
    if (rate.outcomes.hasFailures(now) || now - rate.restedAt < FORGIVEN_MS) return
    ofChannel.delete(model)
    if (ofChannel.size === 0) rates.delete(channelId)
  }

  /** Counts a failure. Returns by what share the channel rests, and for how long. */
  function countFailure(
    channelId: number,
    model: Model,
    now: number,
    known: number | null,
    seen: ChannelFailure['seenElsewhere'],
  ) {
    const rate = rateFor(channelId, model)
    if (!seen) rate?.outcomes.count(now, true)
    // One that rested for its share and failed its probe rests on.
    const share = known ?? (seen ? seen.share : (rate?.outcomes.tooHigh(now) ?? null))
    if (!rate || share === null) return { share: null, ms: 0 }
    rate.rests = now - rate.restedAt < FORGIVEN_MS ? rate.rests + 1 : 1
    rate.restedAt = now
    rate.outcomes.clear()
    return { share, ms: Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** Math.min(rate.rests - 1, 10)) }
  }

  function obstacle(channelId: number, now: number, model?: string): Obstacle | undefined {
    // nearly every channel is well, and hundreds may be asked about for one call
    if (channels.size === 0 || !channels.has(channelId)) return undefined
    for (const record of recordsOf(channelId, model)) {
      const found = obstacleOf(record, now)
      if (found) return found
    }
    return undefined
  }

  return {
    obstacle,
    isAvailable: (channelId, now, model) => obstacle(channelId, now, model) === undefined,
    isFirm: (channelId, now, model) =>
      recordsOf(channelId, model).some(record => isSilent(record) || now < record.askedUntil),
    taken(channelId, now, model) {
      if (!channels.has(channelId)) return false
      const resting = [...recordsOf(channelId, model)].filter(({ restsUntil }) => restsUntil > 0)
      for (const record of resting) record.probedAt = now
      return resting.length > 0
    },
    succeeded(channelId, model, call) {
      const isLate = ({ failureShare, restedAt }: Record) =>
        failureShare !== null && call !== undefined && call.beganAt <= restedAt
      if (channels.size > 0 && recordsOf(channelId, model).some(isLate)) return false
      if (call && rates.size > 0) {
        countAnswer(channelId, WHOLE, call.now)
        if (model !== undefined) countAnswer(channelId, model, call.now)
      }
      const records = channels.get(channelId)
      if (!records) return true
      records.delete(WHOLE)
      if (model !== undefined) records.delete(model)
      if (records.size === 0) channels.delete(channelId)
      return true
    },
    toldNothing(channelId, model) {
      for (const record of recordsOf(channelId, model)) record.probedAt = Number.NEGATIVE_INFINITY
    },
    failed(channelId, now, { model, retryAfterMs = 0, isSilence = false, beganAt = now, seenElsewhere } = {}) {
      const record = recordFor(channelId, model ?? WHOLE)
      if (!record) return null
      const askedUntil = retryAfterMs > 0 ? now + Math.min(retryAfterMs, LONGEST_ASKED_MS) : 0
      record.askedUntil = Math.max(record.askedUntil, askedUntil)
      if (beganAt <= record.restedAt) {
        if (askedUntil > 0) record.restsUntil = Math.max(record.restsUntil, askedUntil)
        return null
      }
      record.failuresInARow += 1
      record.silencesInARow = isSilence ? record.silencesInARow + 1 : 0
      const overLimit = record.failuresInARow - FAILURES_BEFORE_REST
      const rowMs = overLimit < 0 ? 0 : Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** Math.min(overLimit, 10))
      const rate = countFailure(channelId, model ?? WHOLE, now, record.failureShare, seenElsewhere)
      record.failureShare = rate.share
      const restMs = Math.max(rowMs, rate.ms)
      if (restMs > 0 || askedUntil > 0) {
        record.restsUntil = Math.max(now + restMs, askedUntil)
        record.restedAt = now
      }
      record.probedAt = Number.NEGATIVE_INFINITY
      return rate.share
    },
    restsUntil: (channelId, model) =>
      Math.max(0, ...recordsOf(channelId, model).map(({ restsUntil }) => restsUntil)) || undefined,
    breakers: (now, channelId) =>
      [...channels].flatMap(([id, records]) =>
        channelId === undefined || id === channelId
          ? [...records].map(([model, { failuresInARow, failureShare, restsUntil, probedAt }]) => ({
              channelId: id,
              model,
              failuresInARow,
              failureShare,
              restsUntil,
              isProbed: isUnderWay(probedAt, now),
            }))
          : [],
      ),
  }
}

const newRecord = (): Record => ({
  failuresInARow: 0,
  failureShare: null,
  restedAt: Number.NEGATIVE_INFINITY,
  restsUntil: 0,
  askedUntil: 0,
  silencesInARow: 0,
  probedAt: Number.NEGATIVE_INFINITY,
})

function obstacleOf(record: Record, now: number): Obstacle | undefined {
  const { restsUntil, askedUntil, probedAt } = record
  if (restsUntil === 0) return undefined
  if (now < askedUntil) return 'asked_to_wait'
  if (isUnderWay(probedAt, now)) return 'probed'
  if (now >= restsUntil) return undefined
  return isSilent(record) ? 'silent' : 'resting'
}

const isSilent = ({ silencesInARow }: Record): boolean => silencesInARow >= FAILURES_BEFORE_REST

const isUnderWay = (probedAt: number, now: number): boolean => now - probedAt <= PROBE_EXPIRES_MS
