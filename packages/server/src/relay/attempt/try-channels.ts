import type { RoutingNote } from '@tollgate/contract'
import { ApiError } from '../../platform/http/api-error.ts'
import type { ChannelPlace } from '../call/relay-call.ts'
import { relayError } from '../call/relay-error.ts'
import type { OpenChannel } from '../candidates/channel-index.ts'
import { ClientGone } from '../errors/client-gone.ts'
import { RoutingFailure } from '../errors/routing-failure.ts'
import { AttemptFailure } from '../errors/upstream-failure.ts'
import { chooseChannel, type RoutingRules } from '../plan/choose-channel.ts'
import type { ChannelProbes } from '../plan/health/channel-probes.ts'
import { retryAfterMs } from '../plan/health/retry-after.ts'
import { verdictOf } from '../plan/health/verdict.ts'
import type { LastHour } from '../plan/last-hour/last-hour.ts'
import { takeRoutingNotes } from '../plan/routing-note.ts'
import { reasonOf } from './attempt-notes.ts'

/** An answer, and the channels tried for it; the last one gave the answer. */
export interface Routed<Answer> {
  answer: Answer
  tried: OpenChannel[]
  /** Why that channel was chosen. */
  routing: RoutingNote
}

/** The inputs of routing, and its callbacks. */
export interface Routing extends RoutingRules {
  /** Called for every failed attempt, except when only one of several keys failed. */
  attemptFailed?(channel: OpenChannel, failure: AttemptFailure): void
  lastHour?: Pick<LastHour, 'attempted'>
  /** Absent: this node decides alone. */
  probes?: ChannelProbes | undefined
  /** The call's group, for the error when no channel is left. */
  group?: string
  /** The attempts made so far, if one channel may make several. */
  attempts?: readonly unknown[]
  /** The channels' own limits; absent: none are applied. */
  places?: Places
}

/** Takes a place at the channel that a call is tried on. */
export interface Places {
  isFree(channelId: number): boolean
  /** Milliseconds for which a channel is known to be full. */
  fullFor(channelId: number): number
  /** Returns the place, or how many milliseconds the channel stays full. */
  take(channel: OpenChannel): ChannelPlace | number | Promise<ChannelPlace | number>
}

/**
 * Tries channels until one answers, best first: each channel once, at most 1 + `retryTimes` in all.
 *
 * @throws RoutingFailure
 */
export async function tryChannels<Answer>(
  candidates: readonly OpenChannel[],
  attempt: (channel: OpenChannel) => Promise<Answer>,
  routing: Routing,
): Promise<Routed<Answer>> {
  const { health, retryTimes, model, lastHour, places, attempts } = routing
  const notes = takeRoutingNotes(candidates, routing.place)
  const tried: OpenChannel[] = []
  let probedElsewhere: Set<OpenChannel> | undefined
  let last: AttemptFailure | undefined
  /** Channels found full, with the milliseconds until each has room. Usually none. */
  let full: Map<number, number> | undefined
  const isFree = places && ((id: number) => !full?.has(id) && places.isFree(id))
  while ((attempts?.length ?? tried.length) <= retryTimes) {
    const chosen = chooseChannel(candidates, { tried, probedElsewhere, isFree }, routing, notes)
    if (!chosen) break
    const { channel, by } = chosen
    const taken = places?.take(channel)
    const place = taken instanceof Promise ? await taken : taken
    if (typeof place === 'number') {
      full ??= new Map()
      full.set(channel.id, place)
      continue
    }
    const claim = by === 'last_resort' ? undefined : claimProbe(channel.id, routing)
    const probe = claim && (await claim)
    // While this call waited, another may have started a probe.
    const isProbed = by !== 'last_resort' && health.obstacle(channel.id, performance.now(), model) !== undefined
    if (probe === null || isProbed) {
      probe?.()
      place?.left()
      probedElsewhere ??= new Set()
      probedElsewhere.add(channel)
      notes.skip(channel.id, 'probed')
      continue
    }
    tried.push(channel)
    notes.chose(by)
    const startedAt = performance.now()
    const isProbe = health.taken(channel.id, startedAt, model)
    try {
      const answer = await attempt(channel)
      health.succeeded(channel.id, model, { now: performance.now(), beganAt: startedAt })
      lastHour?.attempted(channel.id, true, { model })
      return { answer, tried, routing: notes.note() }
    } catch (error) {
      place?.left()
      const reason = error instanceof AttemptFailure ? error.reason : error
      // Nothing was sent, so this does not count as a try.
      const isUnsent = reason instanceof ApiError && reason.type === 'insufficient_quota'
      if (isUnsent || !(error instanceof AttemptFailure)) {
        if (isProbe) health.toldNothing(channel.id, model)
        if (isUnsent) throw new RoutingFailure(reason, tried.slice(0, -1), notes.note())
        if (error instanceof ApiError || error instanceof ClientGone)
          throw new RoutingFailure(error, tried, notes.note())
        throw error
      }
      last = error
      // Each of several keys is disabled separately.
      if (!channel.keys) routing.attemptFailed?.(channel, error)
      const verdict = judge(channel, error, { startedAt, isProbe }, routing)
      notes.skip(channel.id, 'failed')
      if (!verdict.isRetriable) break
    } finally {
      probe?.()
    }
  }
  throw new RoutingFailure(
    last ?? allFull(candidates, full, places) ?? noneLeft(candidates, routing),
    tried,
    notes.note(),
  )
}

/** Returns the error if every healthy channel is full, with the time until one has room. undefined: none is full. */
function allFull(
  candidates: readonly OpenChannel[],
  full: ReadonlyMap<number, number> | undefined,
  places: Places | undefined,
): ApiError | undefined {
  if (!places) return undefined
  const waits = candidates.map(({ id }) => full?.get(id) ?? places.fullFor(id)).filter(ms => ms > 0)
  if (waits.length === 0) return undefined
  const seconds = Math.max(1, Math.ceil(Math.min(...waits) / 1000))
  return relayError('channels_full', { seconds }, seconds)
}

/**
 * Resolves to a function that gives the probe back, or to null if another node is probing the channel. undefined: no
 * other node has to be asked.
 */
function claimProbe(
  channelId: number,
  { health, model, probes }: Routing,
): ReturnType<ChannelProbes['claim']> | undefined {
  if (!probes || health.restsUntil(channelId, model) === undefined) return undefined
  const isWhole = model === undefined || health.restsUntil(channelId) !== undefined
  return probes.claim({ channelId, model: isWhole ? '' : model })
}

/** Reports a failed attempt to health and statistics. */
function judge(
  { id, upstreamModel }: OpenChannel,
  failure: AttemptFailure,
  { startedAt: beganAt, isProbe }: { startedAt: number; isProbe: boolean },
  { health, model, lastHour }: Routing,
) {
  const names = model === undefined ? [] : [model, failure.sentRequest?.model ?? upstreamModelOf(upstreamModel, model)]
  const verdict = verdictOf(failure, names)
  const { blames, isSilence } = verdict
  if (isProbe) health.toldNothing(id, model)
  if (blames === 'unknown') return verdict
  const now = performance.now()
  if (blames === 'request') health.succeeded(id, model, { now, beganAt })
  else {
    const ofModel = blames === 'model' ? model : undefined
    // the channel itself was reachable: only the model failed
    if (ofModel !== undefined) health.succeeded(id, undefined, { now, beganAt })
    health.failed(id, now, { model: ofModel, retryAfterMs: retryAfterMs(failure.retryAfter), isSilence, beganAt })
    lastHour?.attempted(id, false, { model, reason: reasonOf(failure) })
  }
  return verdict
}

/** Returns the requested name if the mapping is cyclic. */
function upstreamModelOf(upstreamModel: (model: string) => string, model: string): string {
  try {
    return upstreamModel(model)
  } catch {
    return model
  }
}

/** Returns the error for when no channel may be called now, with the time until one may. */
function noneLeft(candidates: readonly OpenChannel[], { health, model = '', group = '' }: Routing): ApiError {
  const now = performance.now()
  const rests = candidates.map(({ id }) => (health.restsUntil(id, model) ?? now) - now).filter(ms => ms > 0)
  if (rests.length === 0) return relayError('no_channel', { model, group })
  return relayError('channels_resting', { model, group }, Math.ceil(Math.min(...rests) / 1000))
}
