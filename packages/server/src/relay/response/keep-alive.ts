import type { Watchdog } from '../../watchdog.ts'

/** What a call comes to. */
export interface Reply {
  response: Response
  /** Where it is a failure: the same as the last event of a stream. */
  asEvent?(): string
}

/** What a client of server-sent events passes over. */
const PING = new TextEncoder().encode(': PING\n\n')

const EVENT_STREAM = 'text/event-stream'

/**
 * Speaks up wherever a stream of events is silent for the interval, so that nothing on the way takes it for dead. Where
 * the reply itself takes longer, the stream begins without it: what fails from then on is told as its last event.
 */
export async function keepAlive(
  reply: Promise<Reply>,
  { intervalMs, requestId, watchdog }: { intervalMs: number; requestId: string; watchdog: Watchdog },
): Promise<Response> {
  const waiting = silence(intervalMs, watchdog)
  const soon = await Promise.race([reply, waiting.over]).finally(waiting.end)
  if (soon && !isEvents(soon.response)) return soon.response
  const head = soon?.response ?? {
    headers: {
      'content-type': EVENT_STREAM,
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
      'x-request-id': requestId,
    },
  }
  return new Response(withPings(reply, intervalMs, watchdog, soon === null), head)
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
  /** Long events come in pieces: a comment between them would break them. */
  let isBetweenEvents = true

  async function readNext() {
    source ??= eventsOf(await reply).getReader()
    return source.read()
  }

  return new ReadableStream<Uint8Array>({
    start(controller) {
      const ping = () => {
        // A client that does not read what there is needs no sign of life.
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
      // The call itself is ended by the client's leaving; what comes of it nobody reads.
      const { response } = await reply
      await response.body?.cancel()
    },
  })
}

/** The reply as what is left of a stream that has begun already. */
function eventsOf({ response, asEvent }: Reply): ReadableStream<Uint8Array> {
  if (asEvent) return new Blob([asEvent()]).stream()
  return response.body ?? new Blob([]).stream()
}

const LF = 0x0a
const CR = 0x0d
const endsEvent = (bytes: Uint8Array): boolean =>
  bytes.at(-1) === LF && (bytes.at(-2) === LF || (bytes.at(-2) === CR && bytes.at(-3) === LF))
