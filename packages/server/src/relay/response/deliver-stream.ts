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
 * Hands a stream on as it comes, and settles it before its last event leaves. A stream that breaks off or cannot be settled
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
  let reading: Promise<unknown> = Promise.resolve()
  let leaving: Promise<void> | null = null
  let isStopped = false
  const settleOnce: Settle = (endedBy, failure) => {
    settling ??= settle(endedBy, failure)
    return settling
  }

  /** Returns the next bytes for the client; null at the end. Reads past chunks of which nothing is passed on. */
  async function next(): Promise<Uint8Array | null> {
    for (;;) {
      const bytes = pending
      pending = null
      const refusal = frames.refusal?.()
      if (tally.finished && !refusal) await settleOnce('complete')
      if (bytes && bytes.byteLength > 0) return bytes
      if (refusal) throw refusal
      const chunk = await upstream.read().catch(endIfFinished)
      if (!chunk) return null
      const passed = observer.push(chunk)
      pending = passed && frames.push(passed)
      const isCovered = tally.finished || extender.covers(tally)
      if (isCovered !== true && !(await isCovered)) return stop()
      if (leaving) return null
    }
  }

  /** Takes a failure after the last event for the end. */
  function endIfFinished(error: unknown): null {
    if (tally.finished && !(error instanceof ClientGone)) return null
    throw error
  }

  /** Ends the stream because the wallet is empty: the last bytes, and the protocol's stop reason for length. */
  async function stop(): Promise<Uint8Array> {
    upstream.cancel()
    const last = observer.stop()
    await settleOnce('gateway_stop')
    isStopped = true
    return Buffer.concat([pending, frames.held?.(), last].filter(bytes => bytes != null))
  }

  /** Settles after the client has left. The response may be read on, but only for its usage. */
  async function leave(): Promise<void> {
    if (receiver.readOnMs() > 0) {
      await reading.catch(() => null)
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

  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      unread.taken()
      try {
        const upcoming = next()
        reading = upcoming
        const bytes = await upcoming
        if (leaving) return
        if (bytes) controller.enqueue(bytes)
        unread.written()
        if (isStopped) {
          unread.ended()
          return controller.close()
        }
        if (bytes) return
        const rest = observer.end()
        const lastFrames = rest && frames.push(rest)
        const { finished, error } = tally
        // The upstream's own error event, already handed on, ends a stream as well as its last event does.
        if (!finished && !error) throw relayError('upstream_broke_off')
        await settleOnce(error ? 'upstream_error' : 'complete', error ? redactError(error, redactor) : undefined)
        for (const last of [lastFrames, frames.rest()]) if (last) controller.enqueue(last)
        const refusal = frames.refusal?.()
        if (refusal) throw refusal
        unread.ended()
        controller.close()
      } catch (error) {
        unread.ended()
        if (leaving || error instanceof ClientGone) return leaveOnce()
        upstream.cancel()
        const failure = await settledFailure(asApiError(error))
        const errorEvent = frames.failed(call.endpoint.errors, failureOf(failure, call))
        if (errorEvent === null) return controller.error(failure)
        controller.enqueue(new TextEncoder().encode(errorEvent))
        controller.close()
      }
    },
    cancel() {
      unread.ended()
      return leaveOnce()
    },
  })

  /** Settles a failed stream. Returns the failure for the client: that of the settlement, where it fails as well. */
  async function settledFailure(failure: ApiError): Promise<ApiError> {
    try {
      await settleOnce(endedByOf(failure), failure)
      return failure
    } catch (error) {
      return asApiError(error)
    }
  }

  // Nobody would ever read from this stream, and so nobody would cancel it.
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

const failureOf = (error: ApiError, { language, requestId }: RelayCall): Failure => ({
  status: error.status,
  message: error.sentence(language),
  type: error.type,
  code: error.code,
  requestId,
})
