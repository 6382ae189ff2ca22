import { createHash, timingSafeEqual } from 'node:crypto'
import { isInRanges, readableRanges } from '../http/client-ip.ts'
import type { Options } from '../options/index.ts'
import { CONTENT_TYPE, type Metrics } from './index.ts'

const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/**
 * Serves `/metrics`. It is off until the operator sets a token or lists addresses, because it shows which models are
 * called, how often, and at what cost. Either opens it.
 * @param ip the client's address, as reported by trusted proxies
 */
export async function serveMetrics(
  request: Request,
  ip: string,
  { options, metrics }: { options: Options; metrics: Metrics },
): Promise<Response> {
  const [token, ranges] = [options.get('MetricsToken'), options.get('MetricsAddresses')]
  if (token === '' && ranges.length === 0)
    return refused(404, 'Metrics are off. Set a token for them, or addresses that may read them, under Settings.')
  if (!isInRanges(ip, readableRanges(ranges.join(' '))) && !isToken(token, request))
    return refused(401, 'Metrics need their token: Authorization: Bearer …', { 'www-authenticate': 'Bearer' })
  return new Response(await metrics.text(), { headers: { 'content-type': CONTENT_TYPE, ...HEADERS } })
}

const refused = (status: number, sentence: string, headers: Record<string, string> = {}): Response =>
  new Response(`${sentence}\n`, {
    status,
    headers: { 'content-type': 'text/plain;charset=utf-8', ...HEADERS, ...headers },
  })

/** Digests are compared, so that the time taken reveals nothing. */
function isToken(token: string, { headers }: Request): boolean {
  const given = headers.get('authorization')?.replace(/^Bearer\s+/i, '') ?? ''
  return token !== '' && timingSafeEqual(digest(given), digest(token))
}

const digest = (text: string) => createHash('sha256').update(text).digest()
