import { lookup as askResolver } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { AddressRefused, isPublicIp, readPublicUrl } from './public-address.ts'

export interface OutboundRequest {
  method?: 'GET' | 'POST'
  /** Sent to the address given, not to where it redirects. */
  headers?: Record<string, string>
  body?: string
  /** For the whole of it. */
  timeoutMs: number
  /** A longer answer is an error. */
  maxBytes: number
  /** Ends it before its time. */
  signal?: AbortSignal
}

export interface OutboundAnswer {
  status: number
  headers: http.IncomingHttpHeaders
  body: Buffer
}

/** Fetches what a user or a model named, and only from the public internet. */
export interface Outbound {
  /**
   * Each address is judged at the moment of connecting, also where a GET is redirected to; what the name then resolves to
   * is what is connected to. A POST is not redirected: its 3xx is the answer.
   *
   * @throws AddressRefused | TooLong
   */
  fetch(url: string, request: OutboundRequest): Promise<OutboundAnswer>
}

/** An answer beyond what was allowed. */
export class TooLong extends Error {
  override name = 'TooLong'

  constructor(maxBytes: number) {
    super(`the answer is longer than ${maxBytes} bytes`)
  }
}

type Resolve = (host: string) => Promise<{ address: string; family: number }[]>

const MOST_REDIRECTS = 5
const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** @param parts tests reach their own servers with another idea of what is public, and their own names */
export function makeOutbound(parts: { isAllowed?: (ip: string) => boolean; resolve?: Resolve } = {}): Outbound {
  const { isAllowed = isPublicIp, resolve = host => askResolver(host, { all: true }) } = parts
  const lookup = guardedLookup(resolve, isAllowed)
  return {
    async fetch(address, { timeoutMs, ...request }) {
      const patience = AbortSignal.timeout(timeoutMs)
      const signal = request.signal ? AbortSignal.any([patience, request.signal]) : patience
      let url = readPublicUrl(address, isAllowed)
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

/** Names resolve to their public addresses only. Sockets connect to what this answers, so nothing can change in between. */
const guardedLookup =
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

function send(url: URL, { method = 'GET', headers, body, maxBytes, signal, lookup }: Sent): Promise<OutboundAnswer> {
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
