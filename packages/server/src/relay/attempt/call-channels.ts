import type { AttemptNote } from '@tollgate/contract'
import type { CanonicalRequest } from '@tollgate/gateway'
import type { Options } from '../../platform/options/index.ts'
import type { Watchdog } from '../../platform/process/watchdog.ts'
import type { InFlightRegistry } from '../call/in-flight.ts'
import type { ChannelPlace, RelayCall } from '../call/relay-call.ts'
import type { ChannelIndex, OpenChannel } from '../candidates/channel-index.ts'
import { ClientGone } from '../errors/client-gone.ts'
import type { CallRun } from '../hold/call-run.ts'
import type { Affinity } from '../plan/affinity/affinity.ts'
import { affinityOf } from '../plan/affinity/affinity-of.ts'
import type { ChannelLimits } from '../plan/channel-limits.ts'
import type { ChannelProbes } from '../plan/health/channel-probes.ts'
import type { KeyStates } from '../plan/keys/key-states.ts'
import type { LastHour } from '../plan/last-hour/last-hour.ts'
import type { Envelope } from '../request/envelope.ts'
import { parseLong, readRequest } from '../request/read-request.ts'
import type { Receiver } from '../response/receiver.ts'
import type { StreamedResponse, WholeResponse } from '../response/upstream-response.ts'
import { timeLimits } from '../upstream/call-upstream.ts'
import type { Credentials } from '../upstream/credentials/index.ts'
import type { MediaFetchers } from '../upstream/media/fetch-media.ts'
import type { OutgoingRequest } from '../upstream/strategies/index.ts'
import { attempt, type Conditions } from './attempt.ts'
import { noteAttempt, traceAttempt } from './attempt-notes.ts'
import { type Places, type Routed, type Routing, tryChannels } from './try-channels.ts'
import { tryKeys } from './try-keys.ts'

interface Deps extends Pick<Routing, 'health' | 'attemptFailed' | 'random'> {
  channels: Pick<ChannelIndex, 'served'>
  channelLimits: ChannelLimits
  /** undefined: this is the only node. */
  probes: ChannelProbes | undefined
  affinity: Affinity
  lastHour: LastHour
  keyStates: KeyStates
  options: Options
  fetchMedia: MediaFetchers
  watchdog: Watchdog
  inFlight: InFlightRegistry
  credentials: Credentials
}

/**
 * Gets a response to a call from one of its candidate channels.
 *
 * @throws RoutingFailure
 */
export async function callChannels(
  run: CallRun,
  receiver: Receiver,
  deps: Deps,
): Promise<Routed<WholeResponse | StreamedResponse>> {
  const outgoing = outgoingRequest(run, deps)
  const conditions = conditionsOf(run, receiver, deps)
  const { logged, envelope, pricing } = run
  const { model } = envelope
  const { group } = pricing
  const served = deps.channels.served(group, model, logged.call.endpoint.format)
  const affinity = affinityOf(run, deps)
  const retryTimes = run.mayRetry ? deps.options.get('RetryTimes') : 0
  const attempts = logged.attempts ?? []
  logged.attempts = attempts
  const attemptOn = (candidate: OpenChannel) => {
    // If the client is gone, make no further attempt.
    if (receiver.signal.aborted) throw new ClientGone(run.channel !== undefined)
    run.channel = candidate
    run.attemptedAt = performance.now()
    const make = (note: AttemptNote) => attempt(outgoing, candidate, conditions, note)
    const traced = (note: AttemptNote) => traceAttempt(logged.call, candidate, () => make(note))
    return noteAttempt(candidate, attempts, logged.call.trace ? traced : make, envelope.inputTokens)
  }
  const trying = {
    keyStates: deps.keyStates,
    mayTryAgain: () => attempts.length <= retryTimes,
    // An upstream's stored responses and caches belong to one key.
    preferred: logged.call.stored?.channelKey || affinity.place?.keyId,
  }
  const routed = await tryChannels(pricing.candidates, candidate => tryKeys(candidate, attemptOn, trying), {
    model,
    group,
    health: deps.health,
    lastHour: deps.lastHour,
    probes: deps.probes,
    attemptFailed: deps.attemptFailed,
    retryTimes,
    attempts,
    random: deps.random,
    speaking: served.speaking,
    // the draw holds only for the full list of candidates
    draw: served.candidates === pricing.candidates ? served.draw : undefined,
    place: affinity.place,
    places: placesOf(logged.call, envelope.inputTokens, deps.channelLimits),
  })
  affinity.answeredBy(run.channel)
  return routed
}

/** Takes places at channels for a call, which keeps the last one. */
export const placesOf = (call: RelayCall, inputTokens: () => number, limits: ChannelLimits): Places =>
  new PlacesOfCall(call, inputTokens, limits)

/** A class, because every call has one. */
class PlacesOfCall implements Places {
  constructor(
    private readonly call: RelayCall,
    private readonly inputTokens: () => number,
    private readonly limits: ChannelLimits,
  ) {}

  isFree(channelId: number): boolean {
    return this.limits.isFree(channelId)
  }

  fullFor(channelId: number): number {
    return this.limits.fullFor(channelId)
  }

  take(channel: OpenChannel): ChannelPlace | number | Promise<ChannelPlace | number> {
    const taken = this.limits.take(channel, this.inputTokens)
    return taken instanceof Promise ? taken.then(place => this.keep(place)) : this.keep(taken)
  }

  private keep(place: ChannelPlace | number): ChannelPlace | number {
    if (typeof place !== 'number') this.call.place = place
    return place
  }
}

/** The client's request, from which the request for each channel is written. */
export const outgoingRequest = (run: CallRun, deps: Pick<Deps, 'fetchMedia' | 'options'>): OutgoingRequest =>
  new RequestOfCall(run, deps)

/** A class, because every call has one. Parses and fetches media only when asked: most calls need neither. */
class RequestOfCall implements OutgoingRequest {
  readonly call: RelayCall
  readonly envelope: Envelope
  readonly clientHeaders: Headers
  readonly options: Options
  private canonical: CanonicalRequest | undefined
  private body: unknown
  private fetcher: ReturnType<MediaFetchers> | undefined

  constructor(
    private readonly run: CallRun,
    private readonly deps: Pick<Deps, 'fetchMedia' | 'options'>,
  ) {
    this.call = run.logged.call
    this.envelope = run.envelope
    this.clientHeaders = run.request.headers
    this.options = deps.options
  }

  get clientUrl(): string {
    return this.run.request.url
  }

  // Arrow functions, because callers pass these two on without `this`.
  readonly canonicalRequest = (): CanonicalRequest => {
    this.canonical ??= withoutStore(this.call, readRequest(this.call, this.envelope, this.body))
    return this.canonical
  }
  readonly parsed = async (): Promise<unknown> => {
    this.body ??= await parseLong(this.call, this.envelope)
    return this.body
  }
  readonly fetchMedia: OutgoingRequest['fetchMedia'] = async media => {
    const { hold, logged, request } = this.run
    // With an empty wallet, nothing is fetched.
    await hold.begin()
    this.fetcher ??= this.deps.fetchMedia(logged.identity.callerId, request.signal)
    return this.fetcher(media)
  }
}

/** Asks no upstream to store a response that the gateway stores itself. */
function withoutStore({ stored }: RelayCall, request: CanonicalRequest): CanonicalRequest {
  if (!stored?.isKept || request.parameters.store === undefined) return request
  const { store: _kept, ...parameters } = request.parameters
  return { ...request, parameters }
}

const conditionsOf = ({ hold, plan }: CallRun, receiver: Receiver, deps: Deps): Conditions => ({
  limits: timeLimits(deps.options),
  receiver,
  watchdog: deps.watchdog,
  inFlight: deps.inFlight,
  credentials: deps.credentials,
  hold,
  kept: plan.written,
})
