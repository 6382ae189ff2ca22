import type { Watchdog } from '../watchdog.ts'

/** A body that comes too slowly. */
export class BodyTooSlow extends Error {
  override name = 'BodyTooSlow'
}

/** How a body must come. */
export interface Steadiness {
  watchdog: Watchdog
  /** The time over which its rate is taken; 0: it may take as long as it likes. */
  seconds: number
  /** Bytes its connection has received so far; absent, or null: nobody knows. */
  received?: (() => number | null) | undefined
}

/** Below this a body holds a connection rather than being sent. */
const LEAST_BYTES_PER_SECOND = 500

/** A body's chunks as they come; null at the end. */
export interface SteadyReader {
  /** @throws BodyTooSlow */
  read(): Promise<Uint8Array | null>
  cancel(): Promise<void>
}

/** Reads a body as long as it comes steadily. Only the time spent waiting for it counts, and no total. */
export function steadyReader(body: ReadableStream<Uint8Array>, { watchdog, seconds }: Steadiness): SteadyReader {
  const reader = body.getReader()
  const windowMs = seconds * 1_000
  const leastBytes = seconds * LEAST_BYTES_PER_SECOND
  let waitedMs = 0
  let waitsSince = 0
  let bytes = 0

  /** Whether enough came since the rate was last taken; it begins anew. */
  function isSteady(): boolean {
    const came = bytes
    waitedMs = 0
    waitsSince = performance.now()
    bytes = 0
    return came >= leastBytes
  }

  return {
    async read() {
      if (windowMs === 0) return (await reader.read()).value ?? null
      waitsSince = performance.now()
      const { value } = await inSteadyTime(reader.read(), () => windowMs - waitedMs, isSteady, watchdog)
      waitedMs += performance.now() - waitsSince
      bytes += value?.byteLength ?? 0
      if (value && waitedMs >= windowMs && !isSteady()) throw new BodyTooSlow()
      return value ?? null
    },
    cancel: () => reader.cancel().catch(() => undefined),
  }
}

/** Up to here the listener's own way to read a body whole is the cheaper one. */
const READ_WHOLE_BYTES = 4 * 1024 * 1024

/** A body of announced length, in one piece. */
export async function readSteadily(request: Request, bytes: number, steadiness: Steadiness): Promise<Uint8Array> {
  const { watchdog, seconds, received } = steadiness
  const leastBytes = seconds * LEAST_BYTES_PER_SECOND
  const isSmall = bytes <= leastBytes
  if (seconds === 0) return request.bytes()
  // To touch the body would make a stream of it.
  const isReadWhole = isSmall || (received !== undefined && bytes <= READ_WHOLE_BYTES)
  if (!isReadWhole && request.body) return joined(steadyReader(request.body, steadiness))

  let before: number | null = null
  /** Nearly all bodies are there before anybody asks. One that is not is asked of the operating system. */
  function isSteady(): boolean {
    const [last, now] = [before, received?.() ?? null]
    before = now
    return !isSmall && now !== null && (last === null || now - last >= leastBytes)
  }
  return inSteadyTime(request.bytes(), () => seconds * 1_000, isSteady, watchdog)
}

/** @param see called with the size of every chunk; what it throws ends the reading */
export async function joined(reader: SteadyReader, see: (bytes: number) => void = () => undefined) {
  const chunks: Uint8Array[] = []
  try {
    for (let chunk = await reader.read(); chunk; chunk = await reader.read()) {
      see(chunk.byteLength)
      chunks.push(chunk)
    }
  } catch (error) {
    await reader.cancel()
    throw error
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
}

/** Waits for what is being read; each time the window is over, asks whether to wait on. */
function inSteadyTime<Value>(
  reading: Promise<Value>,
  leftMs: () => number,
  mayGoOn: () => boolean,
  watchdog: Watchdog,
): Promise<Value> {
  const { promise, resolve, reject } = Promise.withResolvers<Value>()
  const begin = () => watchdog.watch(Math.max(1, leftMs()), look)
  let watch = begin()
  function look() {
    if (mayGoOn()) watch = begin()
    else reject(new BodyTooSlow())
  }
  reading.then(resolve, reject).finally(() => watch.done())
  return promise
}
