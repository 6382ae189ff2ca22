import { type Failure, redactError } from '@tollgate/gateway'
import type { ApiError } from '../../platform/http/api-error.ts'
import type { RelayCall } from '../call/relay-call.ts'
import { asApiError, relayError } from '../call/relay-error.ts'
import { ClientGone } from '../errors/client-gone.ts'
import { endedByOf, type Settle } from '../errors/ended-by.ts'
import type { HoldExtender } from '../hold/hold-extender.ts'
import { filteredFrames, type Screening } from './frames/filtered-frames.ts'
import { framesOf } from './frames/frames-of.ts'
import { redactingFrames } from './frames/redacting-frames.ts'
import { lossesHeader } from './losses-header.ts'
import type { StreamReceiver } from './receiver.ts'

import type { StreamedResponse } from './upstream-response.ts'

/**
 * Passes a stream on as it arrives, and settles it before its last event is sent. A stream that breaks off or cannot be settled
 * ends with an error event in the client's dialect. When the client leaves, the upstream is cancelled, at once or when its
 * usage is known, and the table of charges applies. When the wallet is empty, the stream ends with its protocol's stop
 * reason for length.
 */
export function deliverStream(
  answer: StreamedResponse,
  call: RelayCall,
  settle: Settle,
  extender: HoldExtender,
  receiver: StreamReceiver,
  screening: Screening | null,
): Response {
  const { upstream, observer, redactor } = answer
  const { tally } = observer
  const { unread } = receiver
  const redacted = redactingFrames(framesOf(answer.contentType, call.endpoint), answer)
  const frames = screening ? filteredFrames(redacted, screening, answer) : redacted
  const endedByLeaving = receiver.signal.aborted ? 'client_before' : 'client_during'
  let pending = answer.firstBytes && frames.push(answer.firstBytes)
  let settling: Promise<void> | null = null
  let passing: Promise<unknown> = Promise.resolve()
  let leaving: Promise<void> | null = null
  let isStopped = false
  const settleOnce: Settle = (endedBy, failure) => {
    settling ??= settle(endedBy, failure)
    return settling
  }

  /**
   * Passes chunks on until the client falls behind or the stream ends. One function with one `await`, because every chunk
   * passes here and an extra promise for each would cost the most.
   *
   * @returns whether the stream goes on
   */
  async function pass(controller: Controller): Promise<boolean> {
    for (;;) {
      const bytes = pending
      pending = null
      const refusal = frames.refusal?.()
      if (tally.finished && !refusal) await settleOnce('complete')
      if (leaving) return true
      if (bytes && bytes.byteLength > 0) {
        controller.enqueue(bytes)
        if ((controller.desiredSize ?? 0) <= 0 && !refusal) return true
      }
      if (refusal) throw refusal
      let chunk: Uint8Array | null
      try {
        chunk = await upstream.read()
      } catch (error) {
        if (isFatal(error)) throw error
        return false
      }
      if (!chunk) return false
      const passed = observer.push(chunk)
      pending = passed && frames.push(passed)
      const isCovered = tally.finished || extender.covers(tally)
      if (isCovered !== true && !(await isCovered)) {
        const last = await stop()
        if (!leaving) controller.enqueue(last)
        return false
      }
      if (leaving) return true
    }
  }

  /** A failure after the last event counts as the end. */
  const isFatal = (error: unknown): boolean => !tally.finished || error instanceof ClientGone

  /** Ends the stream because the wallet is empty: the last bytes, and the protocol's stop reason for length. */
  async function stop(): Promise<Uint8Array> {
    upstream.cancel()
    const last = observer.stop()
    await settleOnce('gateway_stop')
    isStopped = true
    return Buffer.concat([pending, frames.held?.(), last].filter(bytes => bytes != null))
  }

  /** Settles after the client has left. May read the response on for its usage. */
  async function leave(): Promise<void> {
    if (receiver.readOnMs() > 0) {
      await passing.catch(() => null)
      await readToUsage().catch(() => null)
    }
    upstream.cancel()
    await settleOnce(endedByLeaving)
  }

  async function readToUsage(): Promise<void> {
    while (receiver.readOnMs() > 0 && !settling) {
      const chunk = await upstream.read()
      if (!chunk) return void observer.end()
      observer.push(chunk)
      if (!(await extender.covers(tally))) return
    }
  }

  /** Swallows failures: they are logged where they happen, and no client is left to see them. */
  function leaveOnce(): Promise<void> {
    leaving ??= leave().catch(() => undefined)
    return leaving
  }

  /** After the upstream's end, passes on the rest and closes the stream. */
  async function end(controller: Controller): Promise<void> {
    if (!isStopped) {
      const rest = observer.end()
      const lastFrames = rest && frames.push(rest)
      const { finished, error } = tally
      // An upstream's own error event, already passed on, ends a stream just as its last event does.
      if (!finished && !error) throw relayError('upstream_broke_off')
      await settleOnce(error ? 'upstream_error' : 'complete', error ? redactError(error, redactor) : undefined)
      for (const last of [lastFrames, frames.rest()]) if (last) controller.enqueue(last)
      const refusal = frames.refusal?.()
      if (refusal) throw refusal
    }
    unread.ended()
    controller.close()
  }

  /** Ends a failed stream with an error event. */
  async function fail(controller: Controller, error: unknown): Promise<void> {
    unread.ended()
    if (leaving || error instanceof ClientGone) return leaveOnce()
    upstream.cancel()
    const failure = await settledFailure(asApiError(error))
    const errorEvent = frames.failed(call.endpoint.errors, failureOf(failure, call))
    if (errorEvent === null) return controller.error(failure)
    controller.enqueue(new TextEncoder().encode(errorEvent))
    controller.close()
  }

  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      unread.taken()
      try {
        const passed = pass(controller)
        passing = passed
        const goesOn = await passed
        if (leaving) return
        unread.written()
        if (!goesOn) await end(controller)
      } catch (error) {
        await fail(controller, error)
      }
    },
    cancel() {
      unread.ended()
      return leaveOnce()
    },
  })

  /** Settles a failed stream. Returns the failure for the client, which is the settlement's if that fails too. */
  async function settledFailure(failure: ApiError): Promise<ApiError> {
    try {
      await settleOnce(endedByOf(failure), failure)
      return failure
    } catch (error) {
      return asApiError(error)
    }
  }

  // Nobody would read this stream, so nobody would cancel it.
  if (receiver.signal.aborted) void leaveOnce()

  return new Response(body, {
    status: answer.status,
    headers: {
      'content-type': answer.contentType,
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
      'x-request-id': call.requestId,
      ...lossesHeader(answer.sentRequest.losses),
    },
  })
}

type Controller = ReadableStreamDefaultController<Uint8Array>

const failureOf = (error: ApiError, { language, requestId }: RelayCall): Failure => ({
  status: error.status,
  message: error.sentence(language),
  type: error.type,
  code: error.code,
  requestId,
})
