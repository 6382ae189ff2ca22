import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { timeLimit } from '../process/time-limit.ts'
import { type FetchWorker, fetchByWorker } from './fetch-by-worker.ts'
import type { OutboundRequest, OutboundResponse } from './outbound-exchange.ts'
import { AddressRefused, isPublicIp, readPublicUrl } from './public-address.ts'
import { type NamedAddress, names } from './resolve-name.ts'
import { TooLong } from './too-long.ts'

/** Fetches addresses supplied by users or models, only from the public internet. */
export interface Outbound {
  /**
   * Checks each address when connecting, including redirects of a GET, and connects to the checked IP address. A POST
   * is not redirected: its 3xx is the response. If the operator has a worker, it fetches instead and resolves names
   * itself.
   * @throws AddressRefused | TooLong
   */
  fetch(url: string, request: OutboundRequest): Promise<OutboundResponse>
}

export type Resolve = (host: string) => Promise<readonly NamedAddress[]>

const MOST_REDIRECTS = 5
const REDIRECTS = new Set([301, 302, 303, 307, 308])

interface Parts {
  /** Called before each fetch. */
  worker?: () => FetchWorker | null
  /** Which addresses count as public, and how names resolve: lets tests reach their own servers. */
  isAllowed?: (ip: string) => boolean
  resolve?: Resolve
}

export function makeOutbound(parts: Parts = {}): Outbound {
  const { worker = () => null, isAllowed = isPublicIp, resolve = names.resolve } = parts
  const lookup = guardedLookup(resolve, isAllowed)
  return {
    async fetch(address, { timeoutMs, ...request }) {
      const patience = timeLimit(timeoutMs)
      const signal = request.signal ? AbortSignal.any([patience, request.signal]) : patience
      let url = readPublicUrl(address, isAllowed)
      const byWorker = worker()
      if (byWorker) return fetchByWorker(byWorker, url, { ...request, signal })
      let { headers } = request
      for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
        const answer = await send(url, { ...request, headers, signal, lookup })
        const { location } = answer.headers
        if (request.method === 'POST' || !REDIRECTS.has(answer.status) || !location) return answer
        const next = URL.canParse(location, url) ? new URL(location, url).href : location
        url = readPublicUrl(next, isAllowed)
        headers = undefined
      }
      throw new AddressRefused(`more than ${MOST_REDIRECTS} redirects`)
    },
  }
}

/**
 * Resolves names to their public addresses only. Sockets connect to this result, so the address cannot change after the
 * check.
 */
export const guardedLookup =
  (resolve: Resolve, isAllowed: (ip: string) => boolean): LookupFunction =>
  (host, _options, callback) => {
    resolve(host)
      .then(addresses => {
        const allowed = addresses.filter(({ address }) => isAllowed(address))
        if (allowed.length === 0) throw new AddressRefused(`${host} is not public`)
        callback(null, allowed)
      })
      .catch(error => callback(error, []))
  }

type Sent = Omit<OutboundRequest, 'timeoutMs'> & { signal: AbortSignal; lookup: LookupFunction }

function send(url: URL, { method = 'GET', headers, body, maxBytes, signal, lookup }: Sent): Promise<OutboundResponse> {
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const options = { method, headers: { 'accept-encoding': 'identity', ...headers }, lookup, signal, agent: false }
    const outgoing = request(url, options, incoming => {
      const pieces: Buffer[] = []
      let bytes = 0
      incoming.on('data', (piece: Buffer) => {
        bytes += piece.length
        if (bytes <= maxBytes) return pieces.push(piece)
        reject(new TooLong(maxBytes))
        outgoing.destroy()
      })
      incoming.on('error', reject)
      incoming.on('end', () =>
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(pieces) }),
      )
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
