import type { Logger } from 'pino'
import { ApiError } from '../../platform/http/api-error.ts'
import { consoleError } from '../../platform/http/console-error.ts'
import { paced } from './paced.ts'

/** An event to a browser; `data` is written as JSON. */
export type SendEvent = (event: string, data: unknown) => void

interface Reader {
  userId: number
  /** Aborted when the browser leaves. */
  signal: AbortSignal
  /** Throws an `ApiError` once the reader has lost access. */
  admit(): Promise<unknown>
}

/** Open streams of server-sent events. */
export interface EventStreams {
  /**
   * Opens a stream. Of several unread events with the same name the browser gets only the last. An account may open
   * further streams only while enough places are free; if an account without a stream finds no place, the last stream
   * of such an account is closed.
   * @param begin starts the source; resolves to a function that ends it
   * @throws ApiError `too_many_requests` above the limits
   */
  open(reader: Reader, begin: (send: SendEvent) => Promise<() => void>): Promise<Response>
  /** Call this when a user's rights may have changed; 0: anybody's. */
  recheck(userId: number): void
  size(): number
  close(): void
}

const MOST_OF_USER = 8
const MOST = 256
/** A further stream of an account must leave this many free places for each stream it already has. */
const FREE_FOR_EACH = 16
/** Proxies give up a silent connection after 30 to 60 seconds, and the listener after 120. */
const BEAT_MS = 15_000
const TRY_AGAIN_SECONDS = 30
const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Prevents nginx and other proxies from compressing or buffering, so that each event arrives at once.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

interface Open extends Reader {
  beat(): void
  end(): void
}

export function makeEventStreams({ log }: { log: Pick<Logger, 'debug'> }, beatMs = BEAT_MS): EventStreams {
  const open = new Set<Open>()
  /** The users whose rights must be checked; null: all users. */
  let doubted: Set<number> | null = new Set()
  let isClosed = false
  let beats: ReturnType<typeof setInterval> | undefined

  const rechecks = paced(0, async () => {
    const asked = doubted
    doubted = new Set()
    for (const stream of [...open]) if (!asked || asked.has(stream.userId)) await endUnlessAdmitted(stream)
  })

  async function endUnlessAdmitted(stream: Open): Promise<void> {
    try {
      await stream.admit()
    } catch (err) {
      // An unreachable database ends no stream.
      if (err instanceof ApiError) stream.end()
      else log.debug({ err }, 'the rights of a stream could not be checked')
    }
  }

  function recheck(userId: number): void {
    if (userId === 0) doubted = null
    else doubted?.add(userId)
    if (open.size > 0) rechecks.due()
  }

  function beat(): void {
    for (const stream of open) stream.beat()
    recheck(0)
  }

  function makeRoom(userId: number): boolean {
    if (isClosed) return false
    const counts = new Map<number, number>()
    for (const stream of open) counts.set(stream.userId, (counts.get(stream.userId) ?? 0) + 1)
    const own = counts.get(userId) ?? 0
    if (own > 0) return own < MOST_OF_USER && own * FREE_FOR_EACH < MOST - open.size
    if (open.size < MOST) return true
    const most = Math.max(...counts.values())
    const last = [...open].findLast(stream => counts.get(stream.userId) === most)
    if (most < 2 || !last) return false
    last.end()
    open.delete(last)
    return true
  }

  return {
    async open(reader, begin) {
      if (!makeRoom(reader.userId)) throw consoleError('too_many_requests', { retryAfter: TRY_AGAIN_SECONDS })
      const { stream, send, end, ended } = eventStream()
      const entry: Open = { ...reader, beat: () => send('', null), end }
      open.add(entry)
      beats ??= setInterval(beat, beatMs).unref()
      reader.signal.addEventListener('abort', end, { once: true })
      if (reader.signal.aborted) end()
      void ended.then(() => {
        open.delete(entry)
        if (open.size > 0) return
        clearInterval(beats)
        beats = undefined
      })
      try {
        const stop = await begin(send)
        void ended.then(stop)
      } catch (error) {
        end()
        throw error
      }
      return new Response(stream, { headers: HEADERS })
    },
    recheck,
    size: () => open.size,
    close() {
      isClosed = true
      rechecks.stop()
      for (const stream of [...open]) stream.end()
    },
  }
}

/** The body of a stream. It starts with a comment, so that proxies pass the response's head on at once. */
function eventStream() {
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const encoder = new TextEncoder()
  const pending = new Map<string, string>([['', ':\n\n']])
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined

  function flush(): void {
    if (!controller || pending.size === 0 || (controller.desiredSize ?? 0) <= 0) return
    const text = [...pending.values()].join('')
    pending.clear()
    controller.enqueue(encoder.encode(text))
  }

  function end(): void {
    try {
      controller?.close()
    } catch {
      // The browser has left already.
    }
    controller = undefined
    resolve()
  }

  const stream = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given
    },
    pull: flush,
    cancel() {
      controller = undefined
      resolve()
    },
  })
  const send: SendEvent = (event, data) => {
    pending.set(event, event ? `event: ${event}\ndata: ${JSON.stringify(data)}\n\n` : ':\n\n')
    flush()
  }
  return { stream, send, end, ended }
}
