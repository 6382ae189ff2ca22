import { lookup as resolveHost } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { timeLimit } from '../process/time-limit.ts'
import { type FetchWorker, fetchByWorker } from './fetch-by-worker.ts'
import { guardedLookup, type Resolve } from './outbound.ts'
import { AddressRefused, isPublicIp, readPublicUrl } from './public-address.ts'

/** A file that is being received. */
export interface OpenedFile {
  status: number
  /** As the server sent it, with parameters; empty: none was sent. */
  contentType: string
  chunks: AsyncIterable<Uint8Array>
  /** Stops the transfer. */
  cancel(): void
}

/**
 * Opens a file at an address somebody else supplied, only from the public internet, and streams it. Each address is
 * checked when connecting, including redirects. The operator's worker delivers the whole file at once, up to 64 MiB.
 * @throws AddressRefused | TooLong, or the reason why it could not be opened in time
 */
export type OpenFile = (url: string, how: { headSeconds: number; idleSeconds: number }) => Promise<OpenedFile>

const MOST_REDIRECTS = 5
const REDIRECTS = new Set([301, 302, 303, 307, 308])
const HEADERS = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Tollgate' }
const LARGEST_BY_WORKER = 64 * 1024 * 1024

interface Parts {
  worker?: () => FetchWorker | null
  /** Which addresses count as public, and how names resolve: lets tests reach their own servers. */
  isAllowed?: (ip: string) => boolean
  resolve?: Resolve
}

export function makeFileOpener(parts: Parts = {}): OpenFile {
  const { worker = () => null, isAllowed = isPublicIp, resolve = host => resolveHost(host, { all: true }) } = parts
  const lookup = guardedLookup(resolve, isAllowed)
  return async (address, { headSeconds, idleSeconds }) => {
    const byWorker = worker()
    let url = readPublicUrl(address, isAllowed)
    if (byWorker) {
      const asked = { headers: HEADERS, maxBytes: LARGEST_BY_WORKER, signal: timeLimit(headSeconds * 1000) }
      const { status, headers, body } = await fetchByWorker(byWorker, url, asked)
      return { status, contentType: headers['content-type'] ?? '', chunks: inOne(body), cancel: () => undefined }
    }
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      const incoming = await head(url, { lookup, headSeconds })
      // Its reader sees the error; without a reader it does not matter.
      incoming.on('error', () => undefined)
      const status = incoming.statusCode ?? 0
      const { location } = incoming.headers
      if (!REDIRECTS.has(status) || !location) {
        incoming.setTimeout(idleSeconds * 1000, () => incoming.destroy(new Error('it went silent')))
        const contentType = incoming.headers['content-type'] ?? ''
        return { status, contentType, chunks: incoming, cancel: () => incoming.destroy() }
      }
      incoming.destroy()
      url = readPublicUrl(URL.canParse(location, url) ? new URL(location, url).href : location, isAllowed)
    }
    throw new AddressRefused(`more than ${MOST_REDIRECTS} redirects`)
  }
}

function head(
  url: URL,
  { lookup, headSeconds }: { lookup: ReturnType<typeof guardedLookup>; headSeconds: number },
): Promise<http.IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { headers: HEADERS, lookup, agent: false })
    outgoing.setTimeout(headSeconds * 1000, () => outgoing.destroy(new Error('it did not answer')))
    outgoing.on('response', resolve).on('error', reject)
    outgoing.end()
  })
}

async function* inOne(body: Uint8Array) {
  yield body
}
