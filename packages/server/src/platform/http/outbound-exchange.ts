import type http from 'node:http'

export interface OutboundRequest {
  method?: 'GET' | 'POST'
  /** Sent only to the given address, not to redirect targets. */
  headers?: Record<string, string>
  body?: string
  /** For the whole exchange, redirects included. */
  timeoutMs: number
  /** A longer response is an error. */
  maxBytes: number
  /** Aborts it early. */
  signal?: AbortSignal
}

export interface OutboundResponse {
  status: number
  headers: http.IncomingHttpHeaders
  body: Buffer
}
