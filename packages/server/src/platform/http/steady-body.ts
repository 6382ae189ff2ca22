import type { Watchdog } from '../process/watchdog.ts'

/** Thrown for a body that arrives too slowly. */
export class BodyTooSlow extends Error {
  override name = 'BodyTooSlow'
}

/** How steadily a body must arrive. */
export interface Steadiness {
  watchdog: Watchdog
  /** The window in which its rate is measured; 0: no limit. */
  seconds: number
  /** Returns the bytes its connection has received so far; absent or null if that is unknown. */
  received?: (() => number | null) | undefined
}

/** The lowest rate at which a body may arrive. */
const LEAST_BYTES_PER_SECOND = 500

/** Reads a body's chunks as they arrive; null at the end. */
export interface SteadyReader {
  /** @throws BodyTooSlow */
  read(): Promise<Uint8Array | null>
  cancel(): Promise<void>
}

/** Reads a body as long as it arrives steadily. Only waiting time counts, and there is no total limit. */
export function steadyReader(body: ReadableStream<Uint8Array>, { watchdog, seconds }: Steadiness): SteadyReader {
  const reader = body.getReader()
  const windowMs = seconds * 1_000
  const leastBytes = seconds * LEAST_BYTES_PER_SECOND
  let waitedMs = 0
  let waitsSince = 0
  let bytes = 0

  /** Returns whether enough arrived in this window, and starts the next one. */
  function isSteady(): boolean {
    const arrived = bytes
    waitedMs = 0
    waitsSince = watchdog.time()
    bytes = 0
    return arrived >= leastBytes
  }

  return {
    async read() {
      if (windowMs === 0) return (await reader.read()).value ?? null
      waitsSince = watchdog.time()
      const { value } = await inSteadyTime(reader.read(), () => windowMs - waitedMs, isSteady, watchdog)
      waitedMs += watchdog.time() - waitsSince
      bytes += value?.byteLength ?? 0
      if (value && waitedMs >= windowMs && !isSteady()) throw new BodyTooSlow()
      return value ?? null
    },
    cancel: () => reader.cancel().catch(() => undefined),
  }
}

/** Up to this size, letting the listener read the whole body is cheaper. */
export const READ_WHOLE_BYTES = 4 * 1024 * 1024

/** Reads a body of announced length in one piece. */
export function readSteadily(request: Request, bytes: number, steadiness: Steadiness): Promise<Uint8Array> {
  const { watchdog, seconds, received } = steadiness
  const leastBytes = seconds * LEAST_BYTES_PER_SECOND
  const isSmall = bytes <= leastBytes
  if (seconds === 0) return request.bytes()
  // Reading `body` would turn it into a stream.
  const isReadWhole = isSmall || (received !== undefined && bytes <= READ_WHOLE_BYTES)
  if (!isReadWhole && request.body) return joined(steadyReader(request.body, steadiness))

  let before: number | null = null
  /**
   * Nearly all bodies have arrived before the first check. For the others the operating system reports the progress.
   */
  function isSteady(): boolean {
    const [last, now] = [before, received?.() ?? null]
    before = now
    return !isSmall && now !== null && (last === null || now - last >= leastBytes)
  }
  return inSteadyTime(request.bytes(), () => seconds * 1_000, isSteady, watchdog)
}

/** @param see called with the size of every chunk; an error it throws ends the reading */
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

/** Waits for a read; after each window it asks whether to keep waiting. */
function inSteadyTime<Value>(
  reading: Promise<Value>,
  leftMs: () => number,
  mayContinue: () => boolean,
  watchdog: Watchdog,
): Promise<Value> {
  const { promise, resolve, reject } = Promise.withResolvers<Value>()
  const begin = () => watchdog.watch(Math.max(1, leftMs()), look)
  let watch = begin()
  function look() {
    if (mayContinue()) watch = begin()
    else reject(new BodyTooSlow())
  }
  reading.then(
    value => {
      watch.done()
      resolve(value)
    },
    error => {
      watch.done()
      reject(error)
    },
  )
  return promise
}
