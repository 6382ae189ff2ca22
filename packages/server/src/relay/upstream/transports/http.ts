import { textPieces } from '../../../platform/process/text-pieces.ts'
import { yieldToEventLoop } from '../../../platform/process/yield-to-event-loop.ts'
import type { Body } from '../body.ts'
import type { Transport } from './transport.ts'

/** Uses `fetch`, directly or through an HTTP proxy. */
export const sendOverHttp: Transport = ({ url, headers, method, body, signal, proxy }) => {
  const isLong = typeof body === 'string' && body.length > LONGEST_AT_ONCE && !method
  const init: BunFetchRequestInit & { timeout: false } = {
    method: method ?? 'POST',
    headers: isLong ? { ...headers, 'content-length': String(Buffer.byteLength(body)) } : headers,
    ...(!method && { body: typeof body === 'string' && !isLong ? body : streamOf(chunksOf(body)) }),
    redirect: 'manual',
    signal,
    // Bun would give up by itself after five minutes.
    timeout: false,
  }
  if (proxy) init.proxy = proxy
  return fetch(url, init)
}

/** In characters. Encoding more in one go would delay other calls. */
const LONGEST_AT_ONCE = 4 * 1024 * 1024

async function* chunksOf(body: Body): AsyncGenerator<Uint8Array, void> {
  if (typeof body !== 'string') return yield* body
  for (const piece of textPieces(body, PIECE_CHARACTERS)) {
    yield piece
    await yieldToEventLoop()
  }
}

const PIECE_CHARACTERS = 512 * 1024

/** Reads only as fast as the upstream takes it, so a slow upstream slows the client down. */
function streamOf(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const reading = chunks[Symbol.asyncIterator]()
  return new ReadableStream(
    {
      async pull(controller) {
        const { value, done } = await reading.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await reading.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}
