import type { EndedBy } from '@tollgate/contract'
import { type Failure, redactError, type UpstreamError } from '@tollgate/gateway'
import type { ApiError } from '../../api-error.ts'
import { endedByOf } from '../billing/ended-by.ts'
import type { HoldExtender } from '../billing/hold-extender.ts'
import { ClientGone } from '../errors/client-gone.ts'
import { asApiError, relayError } from '../errors/relay-error.ts'
import type { RelayCall } from '../relay-call.ts'
import { redactingFrames } from './frames/redacting-frames.ts'
import { wholeBytes } from './frames/whole-bytes.ts'
import { wholeElements } from './frames/whole-elements.ts'
import { type WholeFrames, wholeFrames } from './frames/whole-frames.ts'
import { lossesHeader } from './losses.ts'
import type { UnreadLimit } from './unread-limit.ts'
import type { StreamAnswer, WholeAnswer } from './upstream-response.ts'

/** Charges what was produced and writes the log row. Called once, before the client has the last bytes. */
export type Settle = (endedBy: EndedBy, failure?: ApiError | UpstreamError) => Promise<void>

/** Who an answer is for. */
export interface Receiver {
  /** Aborted when the client leaves. */
  signal: AbortSignal
  /** Whether only the upstream's last word tells what was consumed: then the answer is read on without its client. */
  readsOn(): boolean
}

/** The client of a stream, who may also stop taking it. */
interface StreamReceiver extends Receiver {
  unread: UnreadLimit
}

/** Hands a whole answer on, its own bytes, once it is paid for. */
export async function deliverWhole(
  answer: WholeAnswer,
  call: RelayCall,
  settle: Settle,
  { signal }: Receiver,
): Promise<Response> {
  await settle(signal.aborted ? 'client_before' : 'complete')
  return new Response(answer.bytes as Uint8Array<ArrayBuffer>, {
    status: answer.status,
    headers: {
      'content-type': answer.contentType,
      'x-request-id': call.requestId,
      ...lossesHeader(answer.asked.losses),
    },
  })
}

/**
 * Hands a stream on as it comes. It is settled before its last event leaves; one that breaks off, or cannot be settled, ends
 * with an error event of the client's dialect; a client that leaves ends the call upstream, at once or when its usage is
 * known, and pays by the table of charges; one whose wallet runs empty gets its protocol's stop for length.
 */
export function deliverStream(
  answer: StreamAnswer,
  call: RelayCall,
  settle: Settle,
  extender: HoldExtender,
  receiver: StreamReceiver,
): Response {
  const { upstream, observer, redactor } = answer
  const { tally } = observer
  const { unread } = receiver
  const frames = redactingFrames(framesOf(answer.contentType, call), answer)
  const leftAs = receiver.signal.aborted ? 'client_before' : 'client_during'
  let pending = answer.firstBytes && frames.push(answer.firstBytes)
  let settling: Promise<void> | null = null
  let reading: Promise<unknown> = Promise.resolve()
  let leaving: Promise<void> | null = null
  let hasStopped = false
  const settleOnce: Settle = (endedBy, failure) => {
    settling ??= settle(endedBy, failure)
    return settling
  }

  /** The next bytes for the client; null at the end. Chunks that are withheld whole are read past. */
  async function next(): Promise<Uint8Array | null> {
    for (;;) {
      const bytes = pending
      pending = null
      if (tally.finished) await settleOnce('complete')
      if (bytes && bytes.byteLength > 0) return bytes
      const chunk = await upstream.read().catch(untilFinished)
      if (!chunk) return null
      const passed = observer.push(chunk)
      pending = passed && frames.push(passed)
      const isCovered = tally.finished || extender.keeps(tally)
      if (isCovered !== true && !(await isCovered)) return stop()
      if (leaving) return null
    }
  }

  /** What fails behind the last word is no more than the end. */
  function untilFinished(error: unknown): null {
    if (tally.finished && !(error instanceof ClientGone)) return null
    throw error
  }

  /** The wallet is empty: what came last, and the stop for length that the client's protocol knows. */
  async function stop(): Promise<Uint8Array> {
    upstream.cancel()
    const last = observer.stop()
    await settleOnce('gateway_stop')
    hasStopped = true
    return pending ? Buffer.concat([pending, last]) : last
  }

  /** The client has left. What is still read on is thrown away; only what it tells of usage is kept. */
  async function leave(): Promise<void> {
    if (!tally.usageIsFinal && receiver.readsOn()) {
      await reading.catch(() => null)
      await readToUsage().catch(() => null)
    }
    upstream.cancel()
    await settleOnce(leftAs)
  }

  async function readToUsage(): Promise<void> {
    while (!tally.usageIsFinal && !tally.finished && !settling) {
      const chunk = await upstream.read()
      if (!chunk) return void observer.end()
      observer.push(chunk)
      if (!(await extender.keeps(tally))) return
    }
  }

  /** Whatever comes of it is logged where it fails: nobody is there to be told. */
  function leaveOnce(): Promise<void> {
    leaving ??= leave().catch(() => undefined)
    return leaving
  }

  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      unread.taken()
      try {
        const coming = next()
        reading = coming
        const bytes = await coming
        if (leaving) return
        if (bytes) controller.enqueue(bytes)
        unread.written()
        if (hasStopped) {
          unread.ended()
          return controller.close()
        }
        if (bytes) return
        const held = observer.end()
        const ended = held && frames.push(held)
        const { finished, error } = tally
        // An error of the upstream's own, already handed on, ends its stream as well as a last word does.
        if (!finished && !error) throw relayError('upstream_broke_off')
        await settleOnce(error ? 'upstream_error' : 'complete', error ? redactError(error, redactor) : undefined)
        for (const last of [ended, frames.rest()]) if (last) controller.enqueue(last)
        unread.ended()
        controller.close()
      } catch (error) {
        unread.ended()
        if (leaving || error instanceof ClientGone) return leaveOnce()
        upstream.cancel()
        const failure = await settledFailure(asApiError(error))
        const lastWord = frames.failed(call.endpoint.errors, inWords(failure, call))
        if (lastWord === null) return controller.error(failure)
        controller.enqueue(new TextEncoder().encode(lastWord))
        controller.close()
      }
    },
    cancel() {
      unread.ended()
      return leaveOnce()
    },
  })

  /** Settles what failed; where that fails too, or was what failed, the client is told of that. */
  async function settledFailure(failure: ApiError): Promise<ApiError> {
    try {
      await settleOnce(endedByOf(failure), failure)
      return failure
    } catch (error) {
      return asApiError(error)
    }
  }

  // Nobody reads what is given to a client that is gone already.
  if (receiver.signal.aborted) void leaveOnce()

  return new Response(body, {
    status: answer.status,
    headers: {
      'content-type': answer.contentType,
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
      'x-request-id': call.requestId,
      ...lossesHeader(answer.asked.losses),
    },
  })
}

/** How a stream of a content type is cut; server-sent events where none of these is named. */
const FRAMES: readonly { types: RegExp; frames: () => WholeFrames; ofSound?: true }[] = [
  { types: /^application\/json/, frames: wholeElements },
  { types: /^(audio\/|application\/octet-stream)/, frames: wholeBytes, ofSound: true },
]

const framesOf = (contentType: string, { endpoint }: RelayCall): WholeFrames =>
  (
    FRAMES.find(({ types, ofSound }) => types.test(contentType) && (!ofSound || endpoint.answersInSound))?.frames ??
    wholeFrames
  )()

const inWords = (refusal: ApiError, { language, requestId }: RelayCall): Failure => ({
  status: refusal.status,
  message: refusal.sentence(language),
  type: refusal.type,
  code: refusal.code,
  requestId,
})
