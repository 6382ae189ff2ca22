import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { until } from '../../../test/support/until.ts'
import { keepAlive } from './keep-alive.ts'

let gateway: TestGateway
let server: Server
let bearer: string
/** The upstream's side of the last call, not yet answered. */
let asked: ServerResponse | null = null

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume().on('end', () => {
      asked = response
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  gateway = await startGateway()
  const { port } = server.address() as AddressInfo
  await gateway.makeChannel({ base_url: `http://127.0.0.1:${port}`, models: 'gpt-4x-slow' })
  await gateway.setOption('ModelRatio', '{"gpt-4x-slow":1}')
  await gateway.setOption('RetryTimes', 0)
  await gateway.setOption('general_setting.ping_interval_seconds', 1)
  await gateway.setOption('general_setting.ping_interval_enabled', true)
  bearer = (await gateway.makeToken()).bearer
})

afterEach(() => {
  asked = null
})

afterAll(async () => {
  await gateway.stop()
  server.closeAllConnections()
  server.close()
})

const call = (more: object = {}, path = '/v1/chat/completions', signal?: AbortSignal) =>
  fetch(gateway.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}` },
    body: JSON.stringify({ model: 'gpt-4x-slow', max_tokens: 5, messages: [{ role: 'user', content: 'Hi' }], ...more }),
    signal,
  })

const upstreamAsked = () =>
  until(
    async () => asked,
    response => response !== null,
  ) as Promise<ServerResponse>

const chunk = (delta: object, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta, finish_reason }] })}\n\n`
const FIRST = chunk({ content: 'Hello' })
const REST = `${chunk({}, 'stop')}data: [DONE]\n\n`
const PING = ': PING\n\n'

/** Reads until the text so far matches. */
async function readUntil(reader: ReadableStreamDefaultReader<Uint8Array>, isThere: (text: string) => boolean) {
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { value, done } = await reader.read()
    text += decoder.decode(value, { stream: true })
    if (done || isThere(text)) return text
  }
}

const readerOf = (response: Response) => (response.body as ReadableStream<Uint8Array>).getReader()

describe('a stream whose upstream is silent', () => {
  test('begins with comments and continues as usual', async () => {
    const pending = call({ stream: true })
    const upstream = await upstreamAsked()
    const response = await pending
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    const reader = readerOf(response)
    expect(await readUntil(reader, text => text.length >= 2 * PING.length)).toBe(PING + PING)
    upstream.writeHead(200, { 'content-type': 'text/event-stream' })
    upstream.write(FIRST)
    expect(await readUntil(reader, text => text.endsWith('\n\n'))).toBe(FIRST)
    expect(await readUntil(reader, text => text.endsWith('\n\n'))).toBe(PING)
    upstream.end(REST)
    expect(await readUntil(reader, () => false)).toBe(REST)
    expect(await gateway.logsOf(response)).toMatchObject([{ type: 2, is_stream: true }])
  })

  test.each([
    ['/v1/chat/completions', /^data: \{"error":\{"message":"No luck \(request id: /],
    ['/v1/responses', /^event: error\ndata: \{"type":"error",.*"message":"No luck/],
  ])('tells of a failure in %s as its last event', async (path, event) => {
    const pending = call({ stream: true, input: 'Hi' }, path)
    const upstream = await upstreamAsked()
    const response = await pending
    upstream.writeHead(400, { 'content-type': 'application/json' })
    upstream.end('{"error":{"message":"No luck","type":"invalid_request_error","code":null,"param":null}}')
    const text = await response.text()
    expect(text).toStartWith(PING)
    expect(text.replaceAll(PING, '')).toMatch(event)
  })

  test('passes a whole response on as a stream', async () => {
    const pending = call({ stream: true })
    const upstream = await upstreamAsked()
    const response = await pending
    upstream.writeHead(200, { 'content-type': 'application/json' })
    upstream.end('{"id":"c","choices":[{"message":{"content":"Hello"},"finish_reason":"stop"}]}')
    const text = await response.text()
    expect(text).toStartWith(PING)
    expect(text).toContain('"content":"Hello"')
    expect(text).toEndWith('data: [DONE]\n\n')
  })

  test('is ended upstream when its client leaves, and costs the sent prompt', async () => {
    const controller = new AbortController()
    const pending = call({ stream: true }, undefined, controller.signal)
    const upstream = await upstreamAsked()
    const response = await pending
    await readerOf(response).read()
    controller.abort()
    await until(
      async () => upstream.destroyed,
      isDestroyed => isDestroyed,
    )
    const rows = await until(
      () => gateway.logsOf(response),
      found => found.length > 0,
    )
    expect(rows).toMatchObject([{ type: 2, quota: 13, completion_tokens: 0 }])
  })
})

test('a response that is not a stream or comes early is not changed', async () => {
  const pending = call()
  const whole = await upstreamAsked()
  whole.writeHead(200, { 'content-type': 'application/json' })
  whole.end('{"id":"c","choices":[{"message":{"content":"Hi"},"finish_reason":"stop"}]}')
  expect(await (await pending).text()).toBe(
    '{"id":"c","choices":[{"message":{"content":"Hi"},"finish_reason":"stop"}]}',
  )

  asked = null
  const soon = call({ stream: true })
  const stream = await upstreamAsked()
  stream.writeHead(200, { 'content-type': 'text/event-stream' })
  stream.end(FIRST + REST)
  expect(await (await soon).text()).toBe(FIRST + REST)
})

test.each(['its source breaks', 'the reply itself fails', 'it ends', 'its client leaves'])(
  'a stream is no longer watched when %s',
  async how => {
    let watched = 0
    const watchdog = {
      time: () => 0,
      watch() {
        watched += 1
        let isWatching = true
        return {
          touch: () => undefined,
          change: () => undefined,
          done() {
            if (isWatching) watched -= 1
            isWatching = false
          },
        }
      },
    }
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (how === 'its source breaks') throw new Error('broken')
        if (how === 'its client leaves') return controller.enqueue(new TextEncoder().encode(FIRST))
        controller.close()
      },
    })
    const events = new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    const reply =
      how === 'the reply itself fails' ? Promise.reject(new Error('failed')) : Promise.resolve({ response: events })
    const answer = await keepAlive(reply, { intervalMs: 1_000, requestId: 'r', watchdog }).catch(() => null)
    const reader = answer && readerOf(answer)
    if (how === 'its client leaves') await reader?.cancel()
    else await reader?.read().catch(() => undefined)
    expect(watched).toBe(0)
  },
)
