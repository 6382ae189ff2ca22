import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A stand-in for another site, on its own port. */
export interface JsonServer {
  url: string
  stop(): Promise<void>
}

export interface Asked {
  method: string
  url: URL
  headers: IncomingMessage['headers']
  form: URLSearchParams
}

/** @param answer returns the status and what is sent as JSON */
export async function startJsonServer(answer: (asked: Asked) => [status: number, body: unknown]): Promise<JsonServer> {
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    for await (const piece of request.setEncoding('utf8')) body += piece
    const { method = '', headers } = request
    const url = new URL(request.url ?? '/', 'http://site.test')
    const [status, told] = answer({ method, url, headers, form: new URLSearchParams(body) })
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(told))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
