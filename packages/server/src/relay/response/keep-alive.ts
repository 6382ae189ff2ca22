import type { Options } from '../../platform/options/index.ts'
import type { Watchdog } from '../../platform/process/watchdog.ts'
import type { RelayCall } from '../call/relay-call.ts'

/** A call's response. */
export interface Reply {
  response: Response
  /** For a failure: the same error as the last event of a stream. */
  asEvent?(): string
}

/** A comment, which clients of server-sent events ignore. */
const PING = new TextEncoder().encode(': PING\n\n')

const EVENT_STREAM = 'text/event-stream'

/** How often comments keep an event stream alive; 0: the operator does not want them or the protocol does not allow them. */
export function keepAliveMs({ address }: RelayCall, isStream: boolean, options: Options): number {
  const takesComments = isStream && address?.asksForEvents !== false
  if (!takesComments || !options.get('general_setting.ping_interval_enabled')) return 0
  return options.get('general_setting.ping_interval_seconds') * 1_000
}

/**
 * Sends a comment whenever an event stream is silent for the interval, so that no proxy on the way thinks it is dead.
 * If the reply itself takes longer, the stream begins without it, and a later failure becomes its last event.
 */
export async function keepAlive(
  reply: Promise<Reply>,
  { intervalMs, requestId, watchdog }: { intervalMs: number; requestId: string; watchdog: Watchdog },
): Promise<Response> {
  const firstSilence = silence(intervalMs, watchdog)
  const early = await Promise.race([reply, firstSilence.over]).finally(firstSilence.end)
  if (early && !isEvents(early.response)) return early.response
  const head = early?.response ?? {
    headers: {
      'content-type': EVENT_STREAM,
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
      'x-request-id': requestId,
    },
  }
  return new Response(withPings(reply, intervalMs, watchdog, early === null), head)
}

function silence(limitMs: number, watchdog: Watchdog) {
  const { promise: over, resolve } = Promise.withResolvers<null>()
  const watch = watchdog.watch(limitMs, () => resolve(null))
  return { over, end: () => watch.done() }
}

const isEvents = ({ headers }: Response): boolean => headers.get('content-type')?.startsWith(EVENT_STREAM) ?? false

function withPings(reply: Promise<Reply>, intervalMs: number, watchdog: Watchdog, startsNow: boolean) {
  let source: ReadableStreamDefaultReader<Uint8Array> | undefined
  let watch: ReturnType<Watchdog['watch']>
  /** Long events arrive in pieces: a comment between two pieces would break the event. */
  let isBetweenEvents = true

  async function readNext() {
    source ??= eventsOf(await reply).getReader()
    return source.read()
  }

  return new ReadableStream<Uint8Array>({
    start(controller) {
      const ping = () => {
        // A client with unread bytes needs no comment.
        if (isBetweenEvents && (controller.desiredSize ?? 0) > 0) controller.enqueue(PING)
        watch = watchdog.watch(intervalMs, ping)
      }
      if (startsNow) ping()
      else watch = watchdog.watch(intervalMs, ping)
    },
    async pull(controller) {
      const { value, done } = await readNext().catch(error => {
        watch.done()
        throw error
      })
      watch.touch()
      if (value) {
        isBetweenEvents = endsEvent(value)
        return controller.enqueue(value)
      }
      if (!done) return
      watch.done()
      controller.close()
    },
    async cancel() {
      watch.done()
      if (source) return source.cancel()
      // The client left, so the call ends and its response is discarded.
      const { response } = await reply
      await response.body?.cancel()
    },
  })
}

/** Turns the reply into the rest of a stream that has already begun. */
function eventsOf({ response, asEvent }: Reply): ReadableStream<Uint8Array> {
  if (asEvent) return new Blob([asEvent()]).stream()
  return response.body ?? new Blob([]).stream()
}

const LF = 0x0a
const CR = 0x0d
const endsEvent = (bytes: Uint8Array): boolean =>
  bytes.at(-1) === LF && (bytes.at(-2) === LF || (bytes.at(-2) === CR && bytes.at(-3) === LF))
