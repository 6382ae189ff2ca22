import { type Outbound, TooLong } from '../../../http/outbound.ts'
import { AddressRefused, readPublicUrl } from '../../../http/public-address.ts'
import type { Options } from '../../../options/index.ts'
import { timeLimit } from '../../../time-limit.ts'

/** A downloaded file. */
export interface Download {
  status: number
  /** Without parameters, in lower case; empty: the server named none. */
  contentType: string
  bytes: Buffer
}

interface Limits {
  maxBytes: number
  signal: AbortSignal
}

const TIMEOUT_MS = 20_000
const HEADERS = { accept: '*/*', 'user-agent': 'Tollgate' }

/**
 * Downloads a file from a URL of a client: from the public internet alone, or through the operator's worker.
 *
 * @throws AddressRefused | TooLong, and whatever keeps it from being fetched
 */
export async function download(
  url: string,
  limits: Limits,
  { outbound, options }: { outbound: Outbound; options: Options },
): Promise<Download> {
  const worker = options.get('WorkerUrl')
  if (worker) return fetchByWorker(worker, url, limits, options)
  const { status, headers, body } = await outbound.fetch(url, { headers: HEADERS, timeoutMs: TIMEOUT_MS, ...limits })
  return { status, contentType: typeOf(headers['content-type']), bytes: body }
}

/** The worker's own address is the operator's, and may be private; the address it fetches must be public. */
async function fetchByWorker(worker: string, address: string, limits: Limits, options: Options): Promise<Download> {
  const { href: url, protocol } = readPublicUrl(address)
  if (protocol === 'http:' && !options.get('WorkerAllowHttpImageRequestEnabled'))
    throw new AddressRefused('the worker is asked for https addresses alone')
  const response = await fetch(worker, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url, key: options.get('WorkerValidKey'), headers: HEADERS }),
    redirect: 'manual',
    signal: AbortSignal.any([limits.signal, timeLimit(TIMEOUT_MS)]),
  })
  const { status, headers } = response
  return { status, contentType: typeOf(headers.get('content-type')), bytes: await readUpTo(response, limits.maxBytes) }
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

const typeOf = (contentType: string | null | undefined): string =>
  (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
