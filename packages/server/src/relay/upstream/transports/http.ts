import type { Transport } from './transport.ts'

/** By `fetch`, straight or through an HTTP proxy. */
export const sendOverHttp: Transport = ({ url, headers, method, body, signal, proxy }) => {
  const init: BunFetchRequestInit & { timeout: false } = {
    method: method ?? 'POST',
    headers,
    ...(!method && { body: typeof body === 'string' ? body : streamOf(body) }),
    redirect: 'manual',
    signal,
    // Bun would give up by itself after five minutes.
    timeout: false,
  }
  if (proxy) init.proxy = proxy
  return fetch(url, init)
}

/** Asks for no more than is sent: a slow upstream slows the client down. */
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
