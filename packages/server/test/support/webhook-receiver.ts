import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A webhook on loopback that keeps what it receives and answers with `status`. */
export interface WebhookReceiver {
  port: number
  status: number
  received: { path: string | undefined; headers: IncomingHttpHeaders; body: string }[]
  stop(): void
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const receiver: WebhookReceiver = { port: 0, status: 200, received: [], stop: () => undefined }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request.setEncoding('utf8')) body += piece
    receiver.received.push({ path: request.url, headers: request.headers, body })
    response.writeHead(receiver.status, { location: 'http://127.0.0.2/inside' }).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  receiver.port = (server.address() as AddressInfo).port
  receiver.stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return receiver
}
