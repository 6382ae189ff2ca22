import { timeLimit } from '../../../platform/process/time-limit.ts'
import type { Transport, UpstreamRequest } from './transport.ts'

/** Ids come at the beginning of an answer. */
const MOST_HEARD_BYTES = 4 * 1024
const TIMEOUT_MS = 10_000

/** Returns a response that tells its upstream to stop if it is not read to the end. */
export function stoppable(response: Response, { headers, proxy, signal, stop }: UpstreamRequest, send: Transport) {
  const { body } = response
  if (!body || !stop) return response
  const chunks: Uint8Array[] = []
  let heardBytes = 0
  const tell = () => {
    const call = stop(Buffer.concat(chunks).subarray(0, MOST_HEARD_BYTES).toString())
    if (!call) return
    send({ ...call, headers, proxy, signal: timeLimit(TIMEOUT_MS) })
      .then(answer => answer.body?.cancel())
      .catch(() => undefined) // the connection is already closed: nothing else can be done
  }
  signal.addEventListener('abort', tell, { once: true })
  const reader = body.getReader()
  const noting = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await reader.read()
      if (done) {
        signal.removeEventListener('abort', tell)
        return controller.close()
      }
      if (heardBytes < MOST_HEARD_BYTES) chunks.push(value)
      heardBytes += value.length
      controller.enqueue(value)
    },
    cancel: reason => reader.cancel(reason),
  })
  return new Response(noting, { status: response.status, headers: response.headers })
}
