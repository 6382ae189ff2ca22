import { streamOf } from '../../../platform/process/stream-of.ts'
import { encodeInTurns } from '../../../platform/process/text-pieces.ts'
import type { Body } from '../body.ts'
import type { Transport } from './transport.ts'

/** Uses `fetch`, directly or through an HTTP proxy. */
export const sendOverHttp: Transport = ({ url, headers, method, body, signal, proxy }) => {
  const isLong = typeof body === 'string' && body.length > LONGEST_AT_ONCE && !method
  const init: BunFetchRequestInit & { timeout: false } = {
    method: method ?? 'POST',
    headers: isLong ? { ...headers, 'content-length': String(Buffer.byteLength(body)) } : headers,
    redirect: 'manual',
    signal,
    // Bun would give up by itself after five minutes.
    timeout: false,
  }
  if (!method) init.body = typeof body === 'string' && !isLong ? body : streamOf(chunksOf(body))
  if (proxy) init.proxy = proxy
  return fetch(url, init)
}

/** In characters. Encoding more in one go would delay other calls. */
const LONGEST_AT_ONCE = 4 * 1024 * 1024

const chunksOf = (body: Body): AsyncIterable<Uint8Array> => (typeof body === 'string' ? encodeInTurns(body) : body)
