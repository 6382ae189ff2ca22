import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A request that the upstream received. */
export interface Received {
  path: string
  headers: IncomingMessage['headers']
  body: string
}

/** An upstream whose responses the test defines. */
export interface ScriptedUpstream {
  url: string
  port: number
  /** Every request so far, oldest first. */
  received: Received[]
  /** Responds to the next requests; a test replaces it. */
  answer(response: ServerResponse, request: Received): void
  stop(): Promise<void>
}

export async function startScriptedUpstream(): Promise<ScriptedUpstream> {
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => null)
    // the connection broke before the whole body had arrived
    if (body === null) return
    const received = { path: request.url ?? '', headers: request.headers, body }
    upstream.received.push(received)
    upstream.answer(response, received)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const upstream: ScriptedUpstream = {
    url: `http://127.0.0.1:${port}`,
    port,
    received: [],
    answer: response => answerJson(response, 500, {}),
    async stop() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
  return upstream
}

export function answerJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

export function answerEvents(response: ServerResponse, ...events: unknown[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const data = events.map(event => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`)
  response.end(data.join(''))
}
