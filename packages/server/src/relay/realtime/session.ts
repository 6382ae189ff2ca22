import type { EndedBy } from '@tollgate/contract'
import {
  AmbiguousMember,
  type Conversation,
  JsonTooComplex,
  type RealtimeMessage,
  type Redactor,
  readMembersOf,
  readRealtimeMessage,
  redactMessage,
  scanObject,
  writeErrorMessage,
} from '@tollgate/gateway'
import { ApiError } from '../../api-error.ts'
import type { Watch } from '../../watchdog.ts'
import { endedByOf } from '../billing/ended-by.ts'
import { errorRow, type LoggedCall } from '../billing/log-rows.ts'
import { type ErrorResponse, errorResponse } from '../errors/error-response.ts'
import { relayError } from '../errors/relay-error.ts'
import type { RelayDeps } from '../relay.ts'
import { asRequestError } from '../request/as-request-error.ts'
import type { TimeLimits } from '../upstream/call-upstream.ts'
import type { SentRequest } from '../upstream/upstream-request.ts'
import { closeCodeOf, isPassing, WELL_ENDED } from './closing.ts'
import { keepModel } from './keep-model.ts'
import { type End, type Message, makePipe, type Pipe } from './pipe.ts'
import type { Responses } from './responses.ts'
import type { UpstreamSocket } from './upstream-socket.ts'

/** A live session between a client and an upstream, as the client's socket sees it. */
export interface Session {
  /** The client's socket is there. */
  open(client: End): void
  hear(message: Message): void
  drained(): void
  /** The client's socket is closed. */
  left(): void
}

interface SessionSetting {
  /** As the log knows it. */
  logged: LoggedCall
  asked: SentRequest
  conversation: Conversation
  turns: Responses
  upstream: UpstreamSocket
  /** Hides what must not reach the client of an upstream's errors. */
  redactor: Redactor
  limits: TimeLimits
}

/** How long an upstream has to say what a response consumed whose client is gone. */
const REPORT_PATIENCE_MS = 2_000
const SOUND = 'input_audio_buffer.append'
const ASKING = 'response.create'
const SETTING = /^(transcription_)?session\.(created|updated)$/
const SET = /^(transcription_)?session\.update$/
const LIVE_MEMBERS = readMembersOf('openai-realtime')
const TRANSCRIBED = 'conversation.item.input_audio_transcription.completed'

/**
 * Passes messages as they are, in order and in both directions, and reads along: each response is a call of its own.
 * Whichever side ends, the other is told why, and what was produced until then is charged once.
 */
export function makeSession(
  { logged, asked, conversation, turns, upstream, redactor, limits }: SessionSetting,
  deps: RelayDeps,
): Session {
  const { call, model } = logged
  const opened = Promise.withResolvers<End>()
  let client: End | undefined
  let isOver = false
  let hasLeft = false
  /** Why it ends as soon as nothing runs any more. */
  let leaving: ApiError | undefined

  /** A response was asked for, and is not there yet. */
  let isAwaited = false
  /** Between responses an upstream may be silent for as long as its client is. */
  let silence: Watch | undefined
  function expectUpstream(): void {
    silence?.done()
    if (isOver || hasLeft) return
    const isSpeaking = turns.running().length > 0
    const seconds = isSpeaking ? limits.idleSeconds : isAwaited ? limits.firstByteSeconds : 0
    const why = isSpeaking ? 'upstream_silent' : 'upstream_first_byte_timeout'
    // One that is held back may not speak.
    silence = deps.watchdog.watch(seconds * 1_000, () =>
      down.isStuck() ? expectUpstream() : fail(relayError(why, { seconds })),
    )
  }

  let takeBack: (() => void)[] = []
  async function end(endedBy: EndedBy, failed: ErrorResponse | null, reason?: ApiError): Promise<void> {
    if (isOver) return
    isOver = true
    silence?.done()
    up.close()
    down.close()
    for (const cancel of takeBack) cancel()
    upstream.close(WELL_ENDED, '')
    // Rows of responses that ran say what went wrong; else it has a row of its own.
    if (failed && endedBy !== 'complete' && turns.running().length === 0)
      deps.ledger.record(errorRow(logged, deps.now(), failed))
    try {
      await turns.close(endedBy, reason)
    } catch (error) {
      deps.log.error({ err: error, requestId: call.requestId }, 'a session was not settled')
    }
    if (failed) client?.send(errorMessage(failed))
    client?.close(failed ? closeCodeOf(failed) : WELL_ENDED, failed?.code ?? '')
    deps.inFlight.leave(call)
  }

  function fail(error: unknown, endedBy?: EndedBy): void {
    const failed = errorResponse(call, error, deps.log)
    const reason = error instanceof ApiError ? error : relayError('internal')
    void end(endedBy ?? endedByOf(reason), failed, reason)
  }

  const errorMessage = ({ status, message, type, code }: ErrorResponse): string =>
    writeErrorMessage({ status, message, type, code, requestId: call.requestId })

  const patience = { patienceSeconds: limits.idleSeconds, watchdog: deps.watchdog }
  const up: Pipe = makePipe({
    from: { pause: () => client?.pause(), resume: () => client?.resume() },
    to: upstream,
    pass: message => passing(() => passUp(message)),
    ...patience,
    onTooSlow: () => fail(relayError('upstream_too_slow')),
  })
  const down: Pipe = makePipe({
    from: upstream,
    to: { waiting: () => client?.waiting() ?? 0 },
    pass: message => passing(() => passDown(message)),
    ...patience,
    onTooSlow: () => fail(relayError('client_too_slow')),
  })

  async function passing(pass: () => Promise<void>): Promise<void> {
    try {
      if (!isOver) await pass()
    } catch (error) {
      fail(error)
    }
  }

  async function passUp(message: Message): Promise<void> {
    if (typeof message !== 'string') return upstream.send(message)
    try {
      const told = readUnambiguously(message)
      if (told.type !== SOUND) deps.contentFilter({ text: message })
      if (told.type === ASKING) await turns.allow()
      const written = SET.test(told.type) ? keepModel(message, told, { model, upstreamModel: asked.model }) : message
      if (isOver) return
      conversation.told(told, message)
      upstream.send(written)
      if (told.type !== ASKING) return
      isAwaited = true
      expectUpstream()
    } catch (error) {
      const failed = errorResponse(call, error, deps.log)
      if (!isPassing(failed)) throw error
      client?.send(errorMessage(failed))
    }
  }

  async function passDown(message: Message): Promise<void> {
    const to = await opened.promise
    if (typeof message !== 'string') return to.send(message)
    const told = readRealtimeMessage(message)
    const { type, responseId } = told
    const isLast = type === 'response.done'
    if (SETTING.test(type)) conversation.configured(told)
    if (hasLeft && type === 'response.created') return
    if (type === 'response.created' || isLast) await turns.begin(responseId)
    if (type === 'response.created' || type === 'error') isAwaited = false
    if (!(await turns.observe(responseId, message))) return fail(relayError('quota_used_up'))
    if (isLast) await turns.finish(responseId, hasLeft ? 'client_during' : 'complete')
    if (type === TRANSCRIBED) await turns.transcribed(told)
    if (hasLeft && turns.running().length === 0) return end('client_during', null)
    if (isOver || hasLeft) return
    to.send(redactMessage(message, told.event, redactor.keys))
    expectUpstream()
    if (isLast && leaving && turns.running().length === 0) return fail(leaving, 'complete')
    if (isLast) await turns.prepare()
  }

  upstream.listen({
    message: down.push,
    drained: up.moveOn,
    gone: failure =>
      down.finish(() => {
        if (!failure && turns.running().length === 0) void end('complete', null)
        else fail(failure ?? relayError('upstream_broke_off'))
      }),
  })

  takeBack = [
    deps.inFlight.whenClosed(reason => {
      leaving = reason
      if (turns.running().length === 0) fail(reason, 'complete')
    }),
    deps.inFlight.whenCutOff(reason => fail(reason)),
  ]

  return {
    open(socket) {
      client = socket
      opened.resolve(socket)
    },
    hear: up.push,
    drained: down.moveOn,
    left() {
      hasLeft = true
      const running = turns.running()
      if (running.length === 0 || isOver) return void end('client_during', null)
      // Only the upstream knows what was consumed until now; it tells when it is made to stop.
      for (const id of running)
        upstream.send(JSON.stringify({ type: 'response.cancel', ...(id && { response_id: id }) }))
      down.moveOn()
      silence?.done()
      silence = deps.watchdog.watch(REPORT_PATIENCE_MS, () => end('client_during', null))
    },
  }
}

/**
 * What is no JSON passes, for its upstream to refuse.
 *
 * @throws ApiError where it could be read in two ways, or takes too long to read
 */
function readUnambiguously(message: string): RealtimeMessage {
  try {
    scanObject(message, LIVE_MEMBERS)
  } catch (error) {
    if (error instanceof AmbiguousMember || error instanceof JsonTooComplex) throw asRequestError(error)
  }
  return readRealtimeMessage(message)
}
