import type { CanonicalRequest } from '@tollgate/gateway'
import { once } from '../../once.ts'
import type { CallRun } from '../call-run.ts'
import { ClientGone } from '../errors/client-gone.ts'
import type { RelayCall } from '../relay-call.ts'
import type { RelayDeps } from '../relay-deps.ts'
import { readRequest } from '../request/read-request.ts'
import type { Receiver } from '../response/receiver.ts'
import type { StreamedResponse, WholeResponse } from '../response/upstream-response.ts'
import { timeLimits } from '../upstream/call-upstream.ts'
import type { OutgoingRequest } from '../upstream/strategies/index.ts'
import { attempt, type Conditions } from './attempt.ts'
import { type Routed, tryChannels } from './try-channels.ts'

/**
 * Gets a response to a call from one of its candidate channels.
 *
 * @throws RoutingFailure
 */
export function callChannels(
  run: CallRun,
  receiver: Receiver,
  deps: RelayDeps,
): Promise<Routed<WholeResponse | StreamedResponse>> {
  const outgoing = outgoingRequest(run, deps)
  const conditions = conditionsOf(run, receiver, deps)
  return tryChannels(
    run.pricing.candidates,
    candidate => {
      // Nobody waits for another attempt.
      if (receiver.signal.aborted) throw new ClientGone(run.channel !== undefined)
      run.channel = candidate
      run.attemptedAt = performance.now()
      return attempt(outgoing, candidate, conditions)
    },
    { health: deps.health, retryTimes: run.mayRetry ? deps.options.get('RetryTimes') : 0, random: deps.random },
  )
}

function outgoingRequest({ logged, envelope, request, hold }: CallRun, deps: RelayDeps): OutgoingRequest {
  const { call, identity } = logged
  const fetcher = once(() => deps.fetchMedia(identity.userId, request.signal))
  return {
    call,
    envelope,
    canonicalRequest: once(() => withoutStore(call, readRequest(call, envelope))),
    async fetchMedia(media) {
      // Nothing is fetched for an empty wallet.
      await hold.begin()
      return fetcher()(media)
    },
    clientHeaders: request.headers,
    clientUrl: request.url,
    options: deps.options,
  }
}

/** What the gateway stores itself, it asks no upstream to store. */
function withoutStore({ stored }: RelayCall, request: CanonicalRequest): CanonicalRequest {
  if (!stored?.isKept || request.parameters.store === undefined) return request
  const { store: _kept, ...parameters } = request.parameters
  return { ...request, parameters }
}

const conditionsOf = ({ hold }: CallRun, receiver: Receiver, deps: RelayDeps): Conditions => ({
  limits: timeLimits(deps.options),
  receiver,
  watchdog: deps.watchdog,
  inFlight: deps.inFlight,
  credentials: deps.credentials,
  hold,
})
