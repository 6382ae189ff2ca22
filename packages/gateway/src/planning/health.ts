import {
  FIRST_REST_MS,
  LONGEST_REST_MS,
  MOST_MODELS,
  type Model,
  makeFailureRests,
  type SeenElsewhere,
  WHOLE,
} from './failure-rests.ts'

/** Why a call should not go to a channel now. */
export type Obstacle =
  /** The upstream asked not to be called until later. */
  | 'asked_to_wait'
  /** It sent nothing until the time limit in several calls in a row. */
  | 'silent'
  /** It failed several times in a row, or its failure rate in the last minute was too high. */
  | 'resting'
  /** Its rest is over, and another call is probing it. */
  | 'probed'

/** What a failed call says of its channel. */
export interface ChannelFailure {
  /** Only this model failed; absent: the whole channel failed. */
  model?: string | undefined
  /** How long the upstream asked not to be called, in milliseconds; 0 or absent: it did not ask. */
  retryAfterMs?: number | undefined
  /** A time limit ended the call. */
  isSilence?: boolean | undefined
  /** When the call began; absent: now. */
  beganAt?: number | undefined
  seenElsewhere?: SeenElsewhere
}

/** A call that succeeded. */
export interface AnsweredCall {
  now: number
  beganAt: number
}

/** A channel, or one of its models, that has failed and not succeeded since. */
export interface Breaker {
  channelId: number
  /** null: the whole channel. */
  model: string | null
  failuresInARow: number
  /** The failure rate of a minute's calls for which it rests; null: it rests for failures in a row, or not at all. */
  failureShare: number | null
  /** Milliseconds on the caller's clock; 0: it failed too seldom to rest. */
  restsUntil: number
  isProbed: boolean
}

/**
 * Keeps failing channels and models out of use for a while, and lets one call probe them before the others return. All
 * times are milliseconds on one clock of the caller's.
 */
export interface Health {
  /** Undefined: the call may go there; after a rest, only as the one probe. */
  obstacle(channelId: number, now: number, model?: string): Obstacle | undefined
  isAvailable(channelId: number, now: number, model?: string): boolean
  /** Whether calls that find no other channel must not try this one either. */
  isFirm(channelId: number, now: number, model?: string): boolean
  /** A call is about to use the channel. Returns whether it is a probe. */
  taken(channelId: number, now: number, model?: string): boolean
  /**
   * The channel and the model answered. A call that began before a rest for the failure rate does not end that rest;
   * without `call` every answer counts. Returns whether no failure is held against them any more.
   */
  succeeded(channelId: number, model?: string, call?: AnsweredCall): boolean
  /** A probe ended without a verdict: another may begin. */
  toldNothing(channelId: number, model?: string): void
  /**
   * Failures that began before a rest count as the one that caused it. Returns the failure rate for which it now rests; null: it does not.
   */
  failed(channelId: number, now: number, failure?: ChannelFailure): number | null
  /** When the channel, or the model there, may be probed; undefined: it does not rest. */
  restsUntil(channelId: number, model?: string): number | undefined
  /** All that have failed and not succeeded since, of one channel or of all. */
  breakers(now: number, channelId?: number): Breaker[]
}

interface Record {
  failuresInARow: number
  failureShare: number | null
  /** When the last rest began; only later calls bring new information. */
  restedAt: number
  restsUntil: number
  /** Until when the upstream asked not to be called. */
  askedUntil: number
  /** How many of the last failures in a row were silences. */
  silencesInARow: number
  /** When the probe under way began; it is given up after a while. */
  probedAt: number
}

const FAILURES_BEFORE_REST = 3
/** An upstream that asks for a longer pause is tried again after an hour. */
const LONGEST_ASKED_MS = 3_600_000
const PROBE_EXPIRES_MS = 60_000

export function makeHealth(): Health {
  const channels = new Map<number, Map<Model, Record>>()
  const rates = makeFailureRests()

  /** The records of the channel and of the model, if any. */
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

  function obstacle(channelId: number, now: number, model?: string): Obstacle | undefined {
    // nearly every channel is healthy, and one call may ask about hundreds
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
      if (call) {
        rates.answered(channelId, WHOLE, call.now)
        if (model !== undefined) rates.answered(channelId, model, call.now)
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
      const rate = rates.failed(channelId, model ?? WHOLE, { now, known: record.failureShare, seenElsewhere })
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
