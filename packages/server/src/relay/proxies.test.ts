import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer, type Server as TcpServer } from 'node:net'
import type { Channel } from '@tollgate/contract'
import { startGateway, type TestGateway } from '../testing/gateway.ts'
import { answerEvents, answerJson, type ScriptedUpstream, startScriptedUpstream } from '../testing/scripted-upstream.ts'

let upstream: ScriptedUpstream
let gateway: TestGateway
let bearer: string
let channel: Channel
let httpProxy: Server
let socksProxy: TcpServer
/** What each proxy was asked for, credentials included. */
let asked: string[] = []

beforeAll(async () => {
  upstream = await startScriptedUpstream()
  httpProxy = startHttpProxy()
  socksProxy = startSocksProxy()
  gateway = await startGateway()
  // a name only a proxy can find: nothing gets there without one
  channel = await gateway.makeChannel({ base_url: `http://upstream.invalid:${upstream.port}`, models: 'm-1' })
  await gateway.setOption('ModelRatio', '{"m-1":1}')
  await gateway.setOption('RetryTimes', 0)
  bearer = (await gateway.makeToken()).bearer
})

afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
  httpProxy.closeAllConnections()
  httpProxy.close()
  socksProxy.close()
})

beforeEach(() => {
  asked = []
  upstream.answer = response =>
    answerJson(response, 200, { id: 'c', choices: [{ message: { content: 'Yes.' }, finish_reason: 'stop' }] })
})

function startHttpProxy(): Server {
  const server = createServer((request, response) => {
    asked.push(`${request.headers['proxy-authorization']} ${request.url}`)
    const { pathname } = new URL(request.url ?? '')
    const onward = fetch(upstream.url + pathname, {
      method: 'POST',
      headers: { authorization: request.headers.authorization ?? '' },
      body: request as unknown as ReadableStream, // Bun takes Node's streams as bodies
    })
    onward.then(async answer => {
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
      response.end(await answer.text())
    })
  })
  return server.listen(0, '127.0.0.1')
}

/** Speaks as much of SOCKS 5 as it takes: a user's name and password, one CONNECT by name. https://www.rfc-editor.org/rfc/rfc1928 */
function startSocksProxy(): TcpServer {
  const server = createTcpServer(async client => {
    client.on('error', () => client.destroy())
    const next = () => new Promise<Buffer>(resolve => client.once('data', resolve))
    await next()
    client.write(Buffer.from([5, 2]))
    const login = await next()
    const nameLength = login[1] ?? 0
    const credentials = `${login.subarray(2, 2 + nameLength)}:${login.subarray(3 + nameLength)}`
    client.write(Buffer.from([1, 0]))
    const wish = await next()
    const host = wish[3] === 3 ? wish.subarray(5, 5 + (wish[4] ?? 0)).toString() : 'an address'
    asked.push(`${credentials} ${host}`)
    const onward = connect(upstream.port, '127.0.0.1', () => {
      client.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]))
      client.pipe(onward).pipe(client)
    })
    onward.on('error', () => client.destroy())
    client.on('close', () => onward.destroy())
  })
  return server.listen(0, '127.0.0.1')
}

const portOf = (server: Server | TcpServer) => (server.address() as AddressInfo).port
const proxied = (proxy: string) =>
  gateway.ask('PUT', '/api/channel/', { id: channel.id, setting: JSON.stringify({ proxy }) })

const chat = (more: object = {}, signal?: AbortSignal) =>
  fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}` },
    body: JSON.stringify({ model: 'm-1', messages: [{ role: 'user', content: 'Hi' }], ...more }),
    signal,
  })

describe('a channel with a proxy', () => {
  test('is reached through an HTTP proxy, which hears its credentials', async () => {
    await proxied(`http://me:secret@127.0.0.1:${portOf(httpProxy)}`)
    expect((await (await chat()).json()).choices[0].message.content).toBe('Yes.')
    const authorization = `Basic ${btoa('me:secret')}`
    expect(asked).toEqual([`${authorization} http://upstream.invalid:${upstream.port}/v1/chat/completions`])
    expect(upstream.received.at(-1)?.headers.authorization).toBe('Bearer upstream-key')
  })

  test('is reached through a SOCKS 5 proxy, which finds the host, whole and streamed', async () => {
    await proxied(`socks5h://me:secret@127.0.0.1:${portOf(socksProxy)}`)
    expect((await (await chat()).json()).choices[0].message.content).toBe('Yes.')
    expect(asked).toEqual(['me:secret upstream.invalid'])

    upstream.answer = response =>
      answerEvents(
        response,
        { id: 'c', choices: [{ index: 0, delta: { content: 'Yes.' }, finish_reason: 'stop' }] },
        '[DONE]',
      )
    const streamed = await (await chat({ stream: true })).text()
    expect(streamed).toEndWith('data: [DONE]\n\n')
    expect(upstream.received.at(-1)?.headers.authorization).toBe('Bearer upstream-key')
  })

  test('hears through SOCKS that the client left', async () => {
    await proxied(`socks5h://me:secret@127.0.0.1:${portOf(socksProxy)}`)
    const isClosed = Promise.withResolvers<void>()
    const isAsked = Promise.withResolvers<void>()
    upstream.answer = response => {
      response.on('close', () => isClosed.resolve())
      isAsked.resolve()
    }
    const controller = new AbortController()
    const pending = chat({}, controller.signal).catch(() => 'gone')
    await isAsked.promise
    controller.abort()
    expect(await pending).toBe('gone')
    await isClosed.promise
  })

  test.each(['http', 'socks5'])('tells clients nothing of a %s proxy that takes no connections', async protocol => {
    await proxied(`${protocol}://me:secret@127.0.0.1:9`)
    const response = await chat()
    const text = await response.text()
    expect(response.status).toBe(502)
    expect(text).toContain('could not be reached')
    expect(text).not.toMatch(/secret|127\.0\.0\.1|upstream\.invalid/)
  })
})
