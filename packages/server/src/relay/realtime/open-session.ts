import { newConversation } from '@tollgate/gateway'
import type { Server } from 'bun'
import { errorRow, type LoggedCall } from '../billing/log-rows.ts'
import { makePricingContext } from '../billing/pricing-context.ts'
import { errorResponse } from '../errors/error-response.ts'
import { relayError } from '../errors/relay-error.ts'
import type { RelayDeps } from '../relay.ts'
import type { RelayCall } from '../relay-call.ts'
import { authenticate } from '../request/authenticate.ts'
import { RoutingFailure, tryChannels } from '../routing/try-channels.ts'
import { timeLimits } from '../upstream/call-upstream.ts'
import { readHandshake } from './handshake.ts'
import { makeResponses, type Responses } from './responses.ts'
import { makeSession, type Session } from './session.ts'
import { tryUpstream } from './try-upstream.ts'

/**
 * The journey of a live session to where both its sockets are there. It is admitted as any call is; its upstream is opened
 * first, so that another channel may be tried and what is refused is an ordinary answer.
 *
 * @returns undefined where the connection has become a WebSocket
 */
export async function openSession(
  call: RelayCall,
  request: Request,
  listener: Server<Session>,
  clientIp: string,
  deps: RelayDeps,
): Promise<Response | undefined> {
  // What the log would say if the journey ended here.
  let logged: LoggedCall | undefined
  let turns: Responses | undefined
  try {
    deps.inFlight.enter(call)
    const handshake = readHandshake(request)
    const { model, subprotocol } = handshake
    const enter = () => authenticate(handshake.key, () => clientIp, deps.now(), deps.tokens)
    const admit = async () => {
      const admission = await enter()
      return { ...admission, pricing: makePricingContext(admission, model, call.endpoint, deps) }
    }

    const { identity } = await enter()
    const group = identity.tokenGroup || identity.userGroup
    const begun = { call, identity, model, group, isStream: true, tried: [] }
    logged = begun
    const conversation = newConversation()
    turns = makeResponses({ logged: () => logged ?? begun, conversation, admit }, deps)
    const { pricing, channelId } = await turns.allow()

    const conditions = { handshake, clientUrl: request.url, clientSignal: request.signal }
    const { answer, tried } = await tryChannels(pricing.candidates, channel => tryUpstream(channel, conditions, deps), {
      health: deps.health,
      retryTimes: channelId === undefined ? deps.options.get('RetryTimes') : 0,
      random: deps.random,
    })
    const { asked, upstream, redactor } = answer
    logged = { ...begun, group: pricing.group, tried, asked }
    const session = makeSession(
      { logged, asked, upstream, redactor, conversation, turns, limits: timeLimits(deps.options) },
      deps,
    )
    const headers = { 'x-request-id': call.requestId, ...(subprotocol && { 'sec-websocket-protocol': subprotocol }) }
    if (listener.upgrade(request, { data: session, headers })) return undefined
    session.left()
    return errorResponse(call, relayError('upgrade_required'), deps.log).response
  } catch (error) {
    const failed = errorResponse(call, error, deps.log)
    await turns?.close('upstream_error', undefined)
    const { tried = [], asked }: Partial<LoggedCall> = error instanceof RoutingFailure ? error : {}
    if (logged) deps.ledger.record(errorRow({ ...logged, tried, ...(asked && { asked }) }, deps.now(), failed))
    deps.inFlight.leave(call)
    if (failed.status === 426) failed.response.headers.set('upgrade', 'websocket')
    return failed.response
  }
}
