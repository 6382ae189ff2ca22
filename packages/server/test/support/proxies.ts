import { createServer as createHttpServer, type IncomingMessage, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { certificate } from './certificate.ts'

/** A proxy that resolves every host name to this machine. */
export interface TestProxy {
  port: number
  /** The requests it received, with their credentials: `name:password host:port`. */
  asked: string[]
  stop(): Promise<void>
}

export const CREDENTIALS = 'me:s@cret'
/** As written in an address. */
export const CREDENTIALS_IN_URL = 'me:s%40cret'

/**
 * Forwards plain HTTP calls and tunnels others, for clients with the credentials.
 * https://www.rfc-editor.org/rfc/rfc9110#section-9.3.6
 */
export async function startHttpProxy({ secure }: { secure: boolean }): Promise<TestProxy> {
  const asked: string[] = []
  const knows = ({ headers }: IncomingMessage, target: string): boolean => {
    const credentials = Buffer.from(headers['proxy-authorization']?.split(' ')[1] ?? '', 'base64').toString()
    asked.push(`${credentials} ${target}`)
    return credentials === CREDENTIALS
  }
  const server = secure ? createHttpsServer(certificate) : createHttpServer()
  server.on('request', (request: IncomingMessage, response) => {
    const { host, port, pathname } = new URL(request.url ?? '')
    if (!knows(request, host)) return response.writeHead(407).end('Who are you?')
    const { host: _host, 'proxy-authorization': _credentials, ...headers } = request.headers
    const onward = fetch(`http://127.0.0.1:${port}${pathname}`, {
      method: request.method,
      headers: headers as Record<string, string>, // no client here repeats a header
      body: request as unknown as ReadableStream, // Bun takes Node's streams as bodies
    })
    onward.then(
      async answer => {
        response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
        response.end(await answer.text())
      },
      () => response.writeHead(502).end('No way'),
    )
  })
  server.on('connect', (request: IncomingMessage, client: Duplex) => {
    if (!knows(request, request.url ?? '')) return client.end('HTTP/1.1 407 Who are you?\r\ncontent-length: 0\r\n\r\n')
    const port = Number(request.url?.split(':').at(-1))
    join(client, port, 'HTTP/1.1 200 OK\r\n\r\n', 'HTTP/1.1 502 No way\r\ncontent-length: 0\r\n\r\n')
  })
  return listening(server, asked)
}

const [YES, NO] = [Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]), Buffer.from([5, 4, 0, 1, 0, 0, 0, 0, 0, 0])]

/** Accepts a user name and password, then one CONNECT. https://www.rfc-editor.org/rfc/rfc1928 */
export async function startSocksProxy(): Promise<TestProxy> {
  const asked: string[] = []
  const server = createTcpServer(async client => {
    client.on('error', () => client.destroy())
    const next = () => new Promise<Buffer>(resolve => client.once('data', resolve))
    const methods = await next()
    if (!methods.includes(2, 2)) return client.end(Buffer.from([5, 0xff]))
    client.write(Buffer.from([5, 2]))
    const login = await next()
    const nameLength = login[1] ?? 0
    const credentials = `${login.subarray(2, 2 + nameLength)}:${login.subarray(3 + nameLength)}`
    if (credentials !== CREDENTIALS) {
      asked.push(credentials)
      return client.end(Buffer.from([1, 1]))
    }
    client.write(Buffer.from([1, 0]))
    const thinking = await next()
    const port = thinking.readUInt16BE(thinking.length - 2)
    const host = thinking[3] === 3 ? thinking.subarray(5, 5 + (thinking[4] ?? 0)).toString() : 'an address'
    asked.push(`${credentials} ${host}:${port}`)
    join(client, port, YES, NO)
  })
  return listening(server, asked)
}

/** Connects the client to a port of this machine and tells it whether that worked. */
function join(client: Duplex, port: number, yes: string | Buffer, no: string | Buffer): void {
  const onward: Socket = connect(port, '127.0.0.1', () => {
    client.write(yes)
    client.pipe(onward).pipe(client)
  })
  onward.on('error', () => client.end(no))
  client.on('error', () => onward.destroy())
  client.on('close', () => onward.destroy())
}

async function listening(server: Server | ReturnType<typeof createTcpServer>, asked: string[]): Promise<TestProxy> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    async stop() {
      if ('closeAllConnections' in server) server.closeAllConnections()
      server.close()
    },
  }
}
