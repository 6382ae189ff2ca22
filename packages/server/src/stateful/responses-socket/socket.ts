import type { ApiError } from '../../platform/http/api-error.ts'
import type { Watch } from '../../platform/process/watchdog.ts'
import { RESPONSES } from '../../relay/call/endpoints.ts'
import { newCall } from '../../relay/call/relay-call.ts'
import { relayError } from '../../relay/call/relay-error.ts'
import { errorResponse } from '../../relay/errors/error-response.ts'
import type { End, Message } from '../../relay/upstream/transports/end.ts'
import type { Session } from '../realtime/client-sockets.ts'
import { closeCodeOf, NORMAL_CLOSURE } from '../realtime/close-codes.ts'
import type { StatefulDeps } from '../stateful-deps.ts'
import { type CreateMessage, inputItems, joined, postBody, readClientMessage } from './client-message.ts'
import { makeConversations } from './conversations.ts'
import { relayRequest, type SocketClient } from './relay-request.ts'
import { errorMessage, inLane, recordResponse } from './server-events.ts'
import { makeWaitingRequests } from './waiting-requests.ts'
import { warmUpEvents } from './warm-up.ts'

/** A socket idle for this long is closed; its client opens another when needed. */
const IDLE_MS = 10 * 60_000
/** How much may wait for the client before the response is no longer read. */
const HIGH_WATER_BYTES = 1024 * 1024

/**
 * A client's socket for responses: one at a time, in order of the requests. The socket itself is free and not a call; each
 * response is one.
 */
export function makeResponsesSocket(client: SocketClient, deps: StatefulDeps): Session {
  const { memory, watchdog, inFlight, log } = deps
  const waiting = makeWaitingRequests(client.userId, memory)
  const conversations = makeConversations(client.userId, memory)
  let end: End | undefined
  let isRunning = false
  let isOver = false
  let count = 0
  /** Why the socket will end after the running response. */
  let pendingEnd: ApiError | undefined
  /** Aborted when the client leaves. */
  const gone = new AbortController()
  let idle: Watch | undefined
  let drained: PromiseWithResolvers<void> | undefined

  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    idle?.done()
    while (!isOver && !pendingEnd) {
      const message = waiting.next()
      if (message === undefined) break
      await respond(message)
    }
    isRunning = false
    if (pendingEnd) return fail(pendingEnd)
    if (!isOver) idle = watchdog.watch(IDLE_MS, () => close(NORMAL_CLOSURE, 'idle'))
  }

  async function respond(message: Message): Promise<void> {
    let lane: string | null = null
    try {
      const create = await readClientMessage(message)
      lane = create.lane
      await answer(create)
    } catch (error) {
      await sendError(error, lane)
    }
  }

  async function answer(create: CreateMessage): Promise<void> {
    const { lane, previousId } = create
    const before = previousId === null ? null : conversations.upTo(previousId)
    const record = create.generates ? recordResponse() : null
    const id = `${client.id.slice(0, LONGEST_ID)}-${++count}`
    if (record) {
      const status = await relayRequest(
        client,
        postBody(create, before),
        { id, lane, record, signal: gone.signal, send },
        deps,
      )
      if (status === 401) close(closeCodeOf({ status, code: '' }), '')
    }
    const warmId = `resp_${Bun.randomUUIDv7().replaceAll('-', '')}`
    const result = record ? record.result() : { responseId: warmId, items: '' }
    if (result && !isOver)
      conversations.keep(lane, {
        responseId: result.responseId,
        base: before ? before.base : previousId,
        items: joined(before?.items ?? '', inputItems(create.body), result.items),
      })
    if (!record) for (const event of warmUpEvents(create, warmId, deps.now())) await send(inLane(event, lane))
  }

  /** Sends a message; resolves when the client can take another. */
  async function send(message: string): Promise<void> {
    if (isOver || !end) return
    end.send(message)
    if (end.waiting() <= HIGH_WATER_BYTES) return
    const seconds = deps.options.get('connection_setting.unread_seconds')
    const tooSlow = () => close(closeCodeOf(relayError('client_too_slow')), 'client_too_slow')
    const watch = watchdog.watch(seconds * 1_000, tooSlow)
    drained ??= Promise.withResolvers()
    await drained.promise
    watch.done()
  }

  function goOn(): void {
    drained?.resolve()
    drained = undefined
  }

  const failureOf = (error: unknown) => errorResponse(newCall(RESPONSES, client.headers), error, log)

  async function sendError(error: unknown, lane: string | null): Promise<void> {
    const { response, status } = failureOf(error)
    await send(inLane(errorMessage(await response.text(), status), lane))
  }

  /** Ends the socket with an error message. */
  async function fail(reason: ApiError): Promise<void> {
    await sendError(reason, null)
    close(closeCodeOf(reason), reason.code)
  }

  function close(code: number, reason: string): void {
    end?.close(code, reason)
    left()
  }

  function left(): void {
    isOver = true
    gone.abort()
    goOn()
    idle?.done()
    waiting.clear()
    conversations.forget()
    unsubscribe()
  }

  const unsubscribe = inFlight.whenClosed(reason => {
    pendingEnd = reason
    if (end && !isRunning) void fail(reason)
  })

  return {
    open(socket) {
      end = socket
      if (pendingEnd) return void fail(pendingEnd)
      void run()
    },
    receive(message) {
      if (isOver) return
      try {
        waiting.push(message)
        void run()
      } catch (error) {
        // A client that does not even read refusals is disconnected.
        if (end && end.waiting() > HIGH_WATER_BYTES) return close(closeCodeOf(relayError('client_too_slow')), '')
        void sendError(error, null)
      }
    },
    drained: goOn,
    left,
  }
}

/** Leaves room for the number of a call. */
const LONGEST_ID = 100
