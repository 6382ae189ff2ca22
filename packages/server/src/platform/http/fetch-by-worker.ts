import type { OutboundRequest, OutboundResponse } from './outbound-exchange.ts'
import { AddressRefused } from './public-address.ts'
import { names } from './resolve-name.ts'
import { TooLong } from './too-long.ts'

/** A program at the operator's other address that fetches in this server's place. Its own address may be private. */
export interface FetchWorker {
  url: string
  /** By which it knows this gateway; empty: it asks for none. */
  key: string
  /** Whether it is asked for addresses of plain http. */
  allowsHttp: boolean
}

type Asked = Omit<OutboundRequest, 'timeoutMs'> & { signal: AbortSignal }

/**
 * Has the worker fetch an address: it is POSTed `{url, key, method, headers, body}` and answers with what it was answered.
 *
 * @throws AddressRefused | TooLong, and whatever keeps the worker from being asked
 */
export async function fetchByWorker(
  { url: workerUrl, key, allowsHttp }: FetchWorker,
  { href, protocol }: URL,
  { method = 'GET', headers, body, maxBytes, signal }: Asked,
): Promise<OutboundResponse> {
  if (protocol === 'http:' && !allowsHttp) throw new AddressRefused('the worker is asked for https addresses alone')
  await names.ready(workerUrl)
  const response = await fetch(workerUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: href, key, method, headers, body }),
    redirect: 'manual',
    signal,
  })
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await readUpTo(response, maxBytes),
  }
}

async function readUpTo(response: Response, maxBytes: number): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of response.body ?? []) {
    bytes += piece.length
    if (bytes > maxBytes) throw new TooLong(maxBytes)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
