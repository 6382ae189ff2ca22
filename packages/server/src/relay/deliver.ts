import { type Failure, redactError, type UpstreamError } from '@tollgate/gateway'
import type { StreamAnswer, WholeAnswer } from './answer.ts'
import { ClientGone } from './client-gone.ts'
import { lossesHeader } from './losses.ts'
import type { Pace } from './pace.ts'
import { redactingFrames } from './redacting-frames.ts'
import { asRefusal, type Refusal, refuse } from './refusal.ts'
import type { RelayCall } from './relay-call.ts'
import type { UnreadLimit } from './unread-limit.ts'
import { wholeBytes } from './whole-bytes.ts'
import { wholeElements } from './whole-elements.ts'
import { type WholeFrames, wholeFrames } from './whole-frames.ts'

/** How an answer came to its end. */
export type Ending = 'complete' | 'broken_off' | 'client_gone' | 'wallet_empty'

/** Charges what was produced and writes the log row. Called once, before the client has the last bytes. */
export type Settle = (ending: Ending, failure?: Refusal | UpstreamError) => Promise<void>

/** Hands a whole answer on, its own bytes, once it is paid for. */
export async function deliverWhole(answer: WholeAnswer, call: RelayCall, settle: Settle): Promise<Response> {
  await settle('complete')
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
 * Hands a stream on as it comes. It is settled before its last event leaves; one that breaks off ends with an error event
 * of the client's dialect; a client that leaves ends the call upstream and pays for what was produced until then; one whose
 * wallet runs empty gets its protocol's stop for length.
 */
export function deliverStream(
  answer: StreamAnswer,
  call: RelayCall,
  settle: Settle,
  pace: Pace,
  unread: UnreadLimit,
): Response {
  const { upstream, follower, redactor } = answer
  const frames = redactingFrames(framesOf(answer.contentType, call), answer)
  let pending = answer.firstBytes && frames.push(answer.firstBytes)
  let isSettled = false
  let hasStopped = false
  const settleOnce: Settle = async (ending, failure) => {
    if (isSettled) return
    isSettled = true
    await settle(ending, failure)
  }

  /** The next bytes for the client; null at the end. Chunks that are withheld whole are read past. */
  async function next(): Promise<Uint8Array | null> {
    for (;;) {
      const bytes = pending
      pending = null
      if (follower.tally.finished) await settleOnce('complete')
      if (bytes && bytes.byteLength > 0) return bytes
      const chunk = await upstream.read().catch(untilFinished)
      if (!chunk) return null
      const passed = follower.push(chunk)
      pending = passed && frames.push(passed)
      const keepsPace = follower.tally.finished || pace.keeps(follower.tally)
      if (keepsPace !== true && !(await keepsPace)) return stop()
    }
  }

  /** What fails behind the last word is no more than the end. */
  function untilFinished(error: unknown): null {
    if (follower.tally.finished && !(error instanceof ClientGone)) return null
    throw error
  }

  /** The wallet is empty: what came last, and the stop for length that the client's protocol knows. */
  async function stop(): Promise<Uint8Array> {
    upstream.cancel()
    const last = follower.stop()
    await settleOnce('wallet_empty')
    hasStopped = true
    return pending ? Buffer.concat([pending, last]) : last
  }

  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      unread.taken()
      try {
        const bytes = await next()
        if (bytes) controller.enqueue(bytes)
        unread.written()
        if (hasStopped) {
          unread.ended()
          return controller.close()
        }
        if (bytes) return
        const held = follower.end()
        const ended = held && frames.push(held)
        const { finished, error } = follower.tally
        // An error of the upstream's own, already handed on, ends its stream as well as a last word does.
        if (!finished && !error) throw refuse('upstream_broke_off')
        await settleOnce(error ? 'broken_off' : 'complete', error ? redactError(error, redactor) : undefined)
        for (const last of [ended, frames.rest()]) if (last) controller.enqueue(last)
        unread.ended()
        controller.close()
      } catch (error) {
        unread.ended()
        upstream.cancel()
        if (error instanceof ClientGone || isSettled) return settleOnce('client_gone')
        const failure = asRefusal(error)
        await settleOnce('broken_off', failure)
        const lastWord = frames.failed(call.endpoint.errors, inWords(failure, call))
        if (lastWord === null) return controller.error(failure)
        controller.enqueue(new TextEncoder().encode(lastWord))
        controller.close()
      }
    },
    cancel() {
      unread.taken()
      upstream.cancel()
      return settleOnce('client_gone')
    },
  })

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

const inWords = (refusal: Refusal, { language, requestId }: RelayCall): Failure => ({
  status: refusal.status,
  message: refusal.sentence(language),
  type: refusal.type,
  code: refusal.code,
  requestId,
})
