import type { OutboundRequest, OutboundResponse } from './outbound-exchange.ts'
import { AddressRefused } from './public-address.ts'
import { names } from './resolve-name.ts'
import { TooLong } from './too-long.ts'

/** A program at another of the operator's addresses that fetches for this server. Its own address may be private. */
export interface FetchWorker {
  url: string
  /** The key by which it knows this gateway; empty: it needs none. */
  key: string
  /** Whether it may be asked for plain http addresses. */
  allowsHttp: boolean
}

type Asked = Omit<OutboundRequest, 'timeoutMs'> & { signal: AbortSignal }

/**
 * Has the worker fetch an address: POSTs `{url, key, method, headers, body}`; the worker replies with the response it
 * got.
 *
 * @throws AddressRefused | TooLong, and any failure to reach the worker
 */
export async function fetchByWorker(
  { url: workerUrl, key, allowsHttp }: FetchWorker,
  { href, protocol }: URL,
  { method = 'GET', headers, body, maxBytes, signal }: Asked,
): Promise<OutboundResponse> {
  if (protocol === 'http:' && !allowsHttp) throw new AddressRefused('the worker fetches only https addresses')
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
