import { newConversation } from '@tollgate/gateway'
import type { Server } from 'bun'
import { answerFailure } from '../answer-failure.ts'
import { authenticate } from '../authenticate.ts'
import { errorRow, type LoggedCall } from '../log-rows.ts'
import { refuse } from '../refusal.ts'
import type { RelayDeps } from '../relay.ts'
import type { RelayCall } from '../relay-call.ts'
import { agreeTerms } from '../terms.ts'
import { RoutingFailure, tryChannels } from '../try-channels.ts'
import { timeLimits } from '../upstream.ts'
import { readHandshake } from './handshake.ts'
import { makeSession, type Session } from './session.ts'
import { tryUpstream } from './try-upstream.ts'
import { makeTurns, type Turns } from './turns.ts'

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
  let turns: Turns | undefined
  try {
    deps.underway.enter(call)
    const handshake = readHandshake(request)
    const { model, subprotocol } = handshake
    const enter = () => authenticate(handshake.key, () => clientIp, deps.now(), deps.tokens)
    const admit = async () => {
      const admission = await enter()
      return { ...admission, terms: agreeTerms(admission, model, call.endpoint, deps) }
    }

    const { passport } = await enter()
    const group = passport.tokenGroup || passport.userGroup
    const begun = { call, passport, model, group, isStream: true, tried: [] }
    logged = begun
    const conversation = newConversation()
    turns = makeTurns({ logged: () => logged ?? begun, conversation, admit }, deps)
    const { terms, channelId } = await turns.allow()

    const conditions = { handshake, clientUrl: request.url, clientSignal: request.signal }
    const { answer, tried } = await tryChannels(terms.candidates, channel => tryUpstream(channel, conditions, deps), {
      health: deps.health,
      retryTimes: channelId === undefined ? deps.options.get('RetryTimes') : 0,
      random: deps.random,
    })
    const { asked, upstream, redactor } = answer
    logged = { ...begun, group: terms.group, tried, asked }
    const session = makeSession(
      { logged, asked, upstream, redactor, conversation, turns, limits: timeLimits(deps.options) },
      deps,
    )
    const headers = { 'x-request-id': call.requestId, ...(subprotocol && { 'sec-websocket-protocol': subprotocol }) }
    if (listener.upgrade(request, { data: session, headers })) return undefined
    session.left()
    return answerFailure(call, refuse('upgrade_required'), deps.log).response
  } catch (error) {
    const failed = answerFailure(call, error, deps.log)
    await turns?.close('upstream_error', undefined)
    const { tried = [], asked }: Partial<LoggedCall> = error instanceof RoutingFailure ? error : {}
    if (logged) deps.ledger.record(errorRow({ ...logged, tried, ...(asked && { asked }) }, deps.now(), failed))
    deps.underway.leave(call)
    if (failed.status === 426) failed.response.headers.set('upgrade', 'websocket')
    return failed.response
  }
}
