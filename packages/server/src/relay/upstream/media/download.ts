import type { Outbound } from '../../../platform/http/outbound.ts'

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
 * Downloads a file from a client's URL.
 *
 * @throws AddressRefused | TooLong, or any error of the fetch
 */
export async function download(url: string, limits: Limits, outbound: Outbound): Promise<Download> {
  const { status, headers, body } = await outbound.fetch(url, { headers: HEADERS, timeoutMs: TIMEOUT_MS, ...limits })
  return { status, contentType: typeOf(headers['content-type']), bytes: body }
}

const typeOf = (contentType: string | undefined): string =>
  (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
