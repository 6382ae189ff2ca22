import type { EndedBy } from '@tollgate/contract'
import {
  type Conversation,
  type Redactor,
  readRealtimeMessage,
  redactMessage,
  writeErrorMessage,
} from '@tollgate/gateway'
import { ApiError } from '../../platform/http/api-error.ts'
import { relayError } from '../../relay/call/relay-error.ts'
import { endedByOf } from '../../relay/errors/ended-by.ts'
import { type ErrorResponse, errorResponse } from '../../relay/errors/error-response.ts'
import type { LoggedCall } from '../../relay/request/logged-call.ts'
import { recordRefusal } from '../../relay/settlement/record-end.ts'
import type { TimeLimits } from '../../relay/upstream/call-upstream.ts'
import type { End, Message } from '../../relay/upstream/transports/end.ts'
import type { UpstreamSocket } from '../../relay/upstream/transports/index.ts'
import type { SentRequest } from '../../relay/upstream/upstream-request.ts'
import type { StatefulDeps } from '../stateful-deps.ts'
import type { Session } from './client-sockets.ts'
import { closeCodeOf, isRecoverable, NORMAL_CLOSURE } from './close-codes.ts'
import { pendingResponse } from './pending-response.ts'
import { makePipe, type Pipe } from './pipe.ts'
import type { Responses } from './responses.ts'
import { screenAnswers } from './screen-answers.ts'
import { makeSendUpstream } from './send-upstream.ts'
import { watchOutside } from './watch-outside.ts'
import { watchSilence } from './watch-silence.ts'

interface SessionParts {
  /** Its facts for log rows. */
  logged: LoggedCall
  sentRequest: SentRequest
  conversation: Conversation
  responses: Responses
  upstream: UpstreamSocket
  /** Removes the operator's secrets from the upstream's errors. */
  redactor: Redactor
  limits: TimeLimits
  /**
   * Checks that the token and its owner may still call.
   *
   * @throws ApiError
   */
  checkCaller(): Promise<unknown>
}

/** The time that an upstream has to report a response's usage after its client left. */
const REPORT_PATIENCE_MS = 2_000
/** The id of a response that was requested and not seen. */
const UNANNOUNCED = ''
const RESPONSE_DELTA = /^response\..+\.delta$/
const TRANSCRIBED = 'conversation.item.input_audio_transcription.completed'

/**
 * Passes messages on unchanged and in order, in both directions, and observes them: each response is a separate call. When
 * one side ends, the other gets the reason, and everything produced so far is charged once.
 */
export function makeSession(
  { logged, sentRequest, conversation, responses, upstream, redactor, limits, checkCaller }: SessionParts,
  deps: StatefulDeps,
): Session {
  const { call, model } = logged
  const opened = Promise.withResolvers<End>()
  let client: End | undefined
  let isOver = false
  let hasLeft = false
  /** Why the session ends once no response is running. */
  let pendingEnd: ApiError | undefined

  const pending = pendingResponse()
  const silence = watchSilence({
    watchdog: deps.watchdog,
    limits,
    awaited: () => {
      if (isOver || hasLeft) return 'nothing'
      return responses.running().length > 0 ? 'more' : pending.isPending === 'yes' ? 'first byte' : 'nothing'
    },
    // A paused upstream may have sent something.
    isBlocked: () => toClient.isBlocked(),
    onSilence: fail,
  })

  const outside = watchOutside(
    {
      logged,
      checkCaller,
      // A stopping server lets running responses end.
      stopping: reason => {
        pendingEnd = reason
        if (responses.running().length === 0) fail(reason, 'complete')
      },
      fail,
    },
    deps,
  )

  const screen = screenAnswers(deps.contentFilter.answers)

  async function end(endedBy: EndedBy, failed: ErrorResponse | null, reason?: ApiError): Promise<void> {
    if (isOver) return
    isOver = true
    pending.end()
    silence.end()
    toUpstream.close()
    toClient.close()
    outside.end()
    upstream.close(NORMAL_CLOSURE, '')
    // The rows of running responses name the failure; without any, it gets its own row.
    if (failed && endedBy !== 'complete' && responses.running().length === 0) recordRefusal(logged, failed, deps)
    const channel = logged.tried.at(-1)?.id ?? 0
    call.trace?.end({ model, channel, status: failed?.status ?? 101, ...(failed && { code: failed.code }) })
    try {
      // The upstream has been asked and is reading the conversation.
      if (hasLeft && pending.isPending === 'yes') await responses.begin(UNANNOUNCED, true)
      await responses.close(endedBy, reason)
    } catch (error) {
      deps.log.error({ err: error, requestId: call.requestId }, 'a session was not settled')
    }
    if (!hasLeft) for (const message of screen.rest()) client?.send(message)
    if (failed) client?.send(errorMessage(failed))
    client?.close(failed ? closeCodeOf(failed) : NORMAL_CLOSURE, failed?.code ?? '')
    deps.inFlight.leave(call)
  }

  function fail(error: unknown, endedBy?: EndedBy): void {
    const failed = errorResponse(call, error, deps.log)
    const reason = error instanceof ApiError ? error : relayError('internal')
    void end(endedBy ?? endedByOf(reason), failed, reason)
  }

  const cancel = (id: string | null): void =>
    upstream.send(JSON.stringify({ type: 'response.cancel', ...(id && { response_id: id }) }))

  const errorMessage = ({ status, message, type, code }: ErrorResponse): string =>
    writeErrorMessage({ status, message, type, code, requestId: call.requestId })

  const patience = { patienceSeconds: limits.idleSeconds, watchdog: deps.watchdog }
  const toUpstream: Pipe = makePipe({
    from: { pause: () => client?.pause(), resume: () => client?.resume() },
    to: upstream,
    pass: message => failOnError(() => sendUpstream(message)),
    ...patience,
    onTooSlow: () => fail(relayError('upstream_too_slow')),
  })
  const toClient: Pipe = makePipe({
    from: upstream,
    to: { waiting: () => client?.waiting() ?? 0 },
    pass: message => failOnError(() => sendToClient(message)),
    ...patience,
    onTooSlow: () => fail(relayError('client_too_slow')),
  })

  async function failOnError(pass: () => Promise<void>): Promise<void> {
    try {
      if (!isOver) await pass()
    } catch (error) {
      fail(error)
    }
  }

  const send = makeSendUpstream(
    {
      logged,
      sentRequest,
      conversation,
      responses,
      upstream,
      pending,
      isOver: () => isOver,
      hasLeft: () => hasLeft,
      requested: silence.restart,
    },
    deps,
  )

  /** Tells the client of a message that did not go up; only some failures end the session. */
  async function sendUpstream(message: Message): Promise<void> {
    try {
      await send(message)
    } catch (error) {
      const failed = errorResponse(call, error, deps.log)
      if (!isRecoverable(failed)) throw error
      client?.send(errorMessage(failed))
    }
  }

  async function sendToClient(message: Message): Promise<void> {
    const to = await opened.promise
    if (typeof message !== 'string') return to.send(message)
    const parsed = readRealtimeMessage(message)
    const { type, responseId } = parsed
    const isFirst = type === 'response.created'
    const isLast = type === 'response.done'
    conversation.addUpstreamMessage(parsed)
    const isProduced = isFirst || RESPONSE_DELTA.test(type)
    if (hasLeft && pending.isPending === 'no' && isProduced && !responses.running().includes(responseId ?? '')) return
    // Some hosts announce no response.
    const hasBegun = (isProduced || isLast) && (await responses.begin(responseId, isFirst))
    if (hasBegun && hasLeft && pending.isPending !== 'no') cancel(responseId)
    if (hasBegun) pending.begun()
    if (type === 'error') pending.doubted()
    if (!(await responses.observe(responseId, message))) return fail(relayError('quota_used_up'))
    if (isLast) await responses.finish(responseId, hasLeft ? 'client_during' : 'complete')
    if (type === TRANSCRIBED) await responses.transcribed(parsed)
    if (hasLeft && pending.isPending === 'no' && responses.running().length === 0) return end('client_during', null)
    if (isOver || hasLeft) return
    for (const passed of screen.pass(redactMessage(message, parsed.event, redactor.keys), type)) to.send(passed)
    if (screen.hasFound() && deps.options.get('StopOnSensitiveEnabled'))
      return fail(relayError('sensitive_words_answered'))
    // The client's words are known only once they are transcribed.
    if (type === TRANSCRIBED) deps.contentFilter({ text: message })
    silence.restart()
    if (isLast && pendingEnd && responses.running().length === 0) return fail(pendingEnd, 'complete')
    if (isLast && responses.running().length === 0) pending.over()
    if (isLast) await responses.prepare(pending.open)
  }

  upstream.listen({
    message: toClient.push,
    drained: toUpstream.flush,
    gone: failure =>
      toClient.finish(() => {
        if (!failure && responses.running().length === 0) void end('complete', null)
        else fail(failure ?? relayError('upstream_broke_off'))
      }),
  })

  outside.begin()
  return {
    open(socket) {
      client = socket
      opened.resolve(socket)
      // Rights may have changed while the upstream's socket was opening.
      void outside.checkAgain()
    },
    receive: toUpstream.push,
    drained: toClient.flush,
    left() {
      hasLeft = true
      const running = responses.running()
      if ((running.length === 0 && pending.isPending === 'no') || isOver) return void end('client_during', null)
      // Only the upstream knows the consumption so far; it reports it when cancelled.
      for (const id of running) cancel(id)
      toClient.flush()
      silence.allow(REPORT_PATIENCE_MS, () => end('client_during', null))
    },
  }
}
