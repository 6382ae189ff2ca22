import type { AttemptNote } from '@tollgate/contract'
import { newConversation } from '@tollgate/gateway'
import type { Server } from 'bun'
import { noteAttempt, traceAttempt } from '../../relay/attempt/attempt-notes.ts'
import { placesOf } from '../../relay/attempt/call-channels.ts'
import { tryChannels } from '../../relay/attempt/try-channels.ts'
import { tryKeys } from '../../relay/attempt/try-keys.ts'
import type { RelayCall } from '../../relay/call/relay-call.ts'
import { relayError } from '../../relay/call/relay-error.ts'
import type { OpenChannel } from '../../relay/candidates/channel-index.ts'
import { errorResponse } from '../../relay/errors/error-response.ts'
import { RoutingFailure } from '../../relay/errors/routing-failure.ts'
import { admittedIn, triesGroups } from '../../relay/plan/group.ts'
import { makePricingContext } from '../../relay/plan/pricing-context.ts'
import { beginTrace } from '../../relay/relay.ts'
import { authenticate } from '../../relay/request/authenticate.ts'
import { takeBudget } from '../../relay/request/budget.ts'
import type { LoggedCall } from '../../relay/request/logged-call.ts'
import { recordRefusal } from '../../relay/settlement/record-end.ts'
import { timeLimits } from '../../relay/upstream/call-upstream.ts'
import type { StatefulDeps } from '../stateful-deps.ts'
import type { Session } from './client-sockets.ts'
import { readHandshake } from './handshake.ts'
import { makeResponses, type Responses } from './responses.ts'
import { makeSession } from './session.ts'
import { tryUpstream } from './try-upstream.ts'

/**
 * Opens a live session. It is authenticated, priced and routed like any call. The upstream's socket is opened before
 * the client's, so that another channel can be tried and a failure is a normal HTTP response.
 *
 * @returns undefined if the connection has become a WebSocket
 */
export async function openSession(
  call: RelayCall,
  request: Request,
  listener: Server<Session>,
  clientIp: string,
  deps: StatefulDeps,
): Promise<Response | undefined> {
  // The facts for the log row if the session fails here.
  let logged: LoggedCall | undefined
  let responses: Responses | undefined
  try {
    if (deps.tracing) call.trace = beginTrace(call, request, deps.tracing)
    deps.inFlight.enter(call)
    const handshake = readHandshake(request)
    const { model, subprotocol } = handshake
    const authenticateCaller = async () => authenticate(handshake.key, () => clientIp, deps.now(), deps.tokens)
    // Of the groups that a caller may try, the session stays in that of its channel.
    let groupOfSession: string | undefined
    const admit = async () => {
      const admission = await authenticateCaller()
      const isFixed = groupOfSession !== undefined && triesGroups(admission.identity, deps.options)
      const admitted = isFixed ? admittedIn(groupOfSession ?? '', admission) : admission
      return { ...admission, pricing: makePricingContext(admitted, model, call.endpoint, deps) }
    }

    const { identity } = await authenticateCaller()
    deps.inFlight.claim(call, identity.callerId)
    takeBudget(call, request.headers, deps.options)
    const group = identity.tokenGroup || identity.userGroup
    const attempts: AttemptNote[] = []
    const initial = { call, identity, model, group, isStream: true, tried: [], attempts }
    logged = initial
    const conversation = newConversation(deps.now)
    responses = makeResponses({ logged: () => logged ?? initial, conversation, admit }, deps)
    const { pricing, channelId } = await responses.allow(0)
    groupOfSession = pricing.group

    const conditions = { handshake, clientUrl: request.url, clientSignal: request.signal }
    const retryTimes = channelId === undefined ? deps.options.get('RetryTimes') : 0
    const one = (channel: OpenChannel) =>
      noteAttempt(channel, attempts, note =>
        traceAttempt(call, channel, () => tryUpstream(channel, { ...conditions, trace: call.trace, note }, deps)),
      )
    const trying = { keyStates: deps.keyStates, mayTryAgain: () => attempts.length <= retryTimes }
    const { answer, tried, routing } = await tryChannels(pricing.candidates, channel => tryKeys(channel, one, trying), {
      model,
      group: pricing.group,
      health: deps.health,
      lastHour: deps.lastHour,
      probes: deps.probes,
      attemptFailed: deps.attemptFailed,
      retryTimes,
      attempts,
      random: deps.random,
      places: placesOf(call, () => 1, deps.channelLimits),
    })
    const { sentRequest, upstream, redactor } = answer
    logged = { ...initial, group: pricing.group, tried, routing, sentRequest }
    const limits = timeLimits(deps.options)
    const session = makeSession(
      { logged, sentRequest, upstream, redactor, conversation, responses, limits, checkCaller: authenticateCaller },
      deps,
    )
    const headers = { 'x-request-id': call.requestId, ...(subprotocol && { 'sec-websocket-protocol': subprotocol }) }
    if (listener.upgrade(request, { data: session, headers })) return undefined
    session.left()
    return errorResponse(call, relayError('upgrade_required'), deps.log).response
  } catch (error) {
    const failed = errorResponse(call, error, deps.log)
    await responses?.close('upstream_error', undefined)
    const { tried = [], routing, sentRequest }: Partial<LoggedCall> = error instanceof RoutingFailure ? error : {}
    if (logged) {
      const ended = { ...logged, tried, ...(routing && { routing }), ...(sentRequest && { sentRequest }) }
      recordRefusal(ended, failed, deps)
    } else call.trace?.end({ status: failed.status, code: failed.code })
    deps.inFlight.leave(call)
    if (failed.status === 426) failed.response.headers.set('upgrade', 'websocket')
    return failed.response
  }
}
