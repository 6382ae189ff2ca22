import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import fc from 'fast-check'
import pino from 'pino'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { type ScriptedUpstream, startScriptedUpstream } from '../../../test/support/scripted-upstream.ts'
import { buildAppContext } from '../../start/build-app-context.ts'

/** Nothing an upstream says about itself may contain the operator's secrets, wherever and in whatever form it says it. */

const KEY = 'Zq7x/Upstream+KEY=0123.w'

let upstream: ScriptedUpstream
let gateway: TestGateway
let bearer: string
let host: string
let logged = ''

beforeAll(async () => {
  upstream = await startScriptedUpstream()
  host = new URL(upstream.url).host
  const log = pino({ level: 'trace' }, { write: line => (logged += line) })
  gateway = await startGateway(undefined, async environment => {
    const app = await buildAppContext(environment)
    return { ...app, log, relay: { ...app.relay, log } }
  })
  await gateway.setOption('SelfUseModeEnabled', true)
  await gateway.setOption('RetryTimes', 0)
  await gateway.makeChannel({ base_url: upstream.url, models: 'm', key: KEY })
  bearer = (await gateway.makeToken()).bearer
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

const SETTINGS = { seed: 66, numRuns: 120 }
const hex = (unit: string) => unit.charCodeAt(0).toString(16).padStart(2, '0')
const encodings: ((unit: string) => string)[] = [
  unit => unit,
  unit => `%${hex(unit)}`,
  unit => `&#x${hex(unit)};`,
  unit => `\\u00${hex(unit)}`,
]
const forms: ((secret: string) => string)[] = [
  secret => secret,
  secret => secret.toUpperCase(),
  secret => Buffer.from(secret).toString('base64'),
  secret => Buffer.from(`id:${secret}`).toString('base64url'),
  secret => Buffer.from(secret).toString('hex'),
]

/** A secret as an upstream may echo it: a form of it, with each unit escaped in its own way. */
const echo = fc
  .tuple(
    fc.constantFrom('key', 'host'),
    fc.constantFrom(...forms),
    fc.array(fc.nat(), { minLength: 99, maxLength: 99 }),
  )
  .map(([which, form, choices]) => ({
    tell: () => {
      const spread = (text: string, ways: typeof encodings) =>
        [...text].map((unit, at) => ways[(choices[at % 99] ?? 0) % ways.length]?.(unit)).join('')
      const text = spread(form(which === 'key' ? KEY : host), encodings)
      // Like a serializer that escapes more than it must.
      const escaped = JSON.stringify(text)
        .slice(1, -1)
        .replace(/(?<![\\u0-9a-f])[a-z/]/gi, (unit, at: number) =>
          (choices[at % 99] ?? 0) % 3 === 0 ? (unit === '/' ? '\\/' : `\\u00${hex(unit)}`) : unit,
        )
      return { text, escaped }
    },
  }))

interface Echo {
  text: string
  /** Ready for a JSON string. */
  escaped: string
}

const json = (status: number, body: (echo: Echo) => string) => (response: ServerResponse, echo: Echo) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body(echo))
}
const chunk = (delta: object) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', model: 'm', choices: [{ index: 0, delta }] })}\n\n`
const FIRST = chunk({ role: 'assistant', content: 'Good morning' })
const told = ({ escaped }: Echo) =>
  `{"error":{"message":"no ${escaped} here","type":"t ${escaped}","code":"${escaped}","param":"${escaped}"}}`

/** Sends the text in pieces, each in its own packet. */
async function stream(response: ServerResponse, text: string, size: number) {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length && !response.destroyed; at += size) {
    if (!response.write(bytes.subarray(at, at + size))) await once(response, 'drain')
    await new Promise(resolve => setImmediate(resolve))
  }
  response.end()
}

type Place = (response: ServerResponse, echo: Echo, size: number) => unknown

const whole: Record<string, Place> = {
  'an error': json(400, told),
  'an error of another kind': json(401, ({ escaped }) => `{"message":"${escaped}","code":7,"extra":{"${escaped}":1}}`),
  'an error in words': (response, { text }) =>
    response.writeHead(500, { 'content-type': 'text/plain' }).end(`broken: ${text}`),
  'a page': (response, { text }) => response.writeHead(502, { 'content-type': 'text/html' }).end(`<p>${text}</p>`),
  'an error at 200': json(200, told),
  'an error at 200 without the name': json(200, ({ escaped }) => `{"code":1,"message":"${escaped}"}`),
  'the type of the content': (response, { text }) =>
    response
      .writeHead(200, { 'content-type': `application/json; from=${text.replace(/[^!-~]/g, '')}` })
      .end('{"choices":[{"message":{"role":"assistant","content":"ok"},"finish_reason":"stop"}]}'),
  'headers and the status': (response, { text }) => {
    const printable = text.replace(/[^!-~]/g, '')
    response
      .writeHead(429, printable, { 'retry-after': printable, 'x-key': printable, 'content-type': 'text/plain' })
      .end('slow')
  },
  'a redirect': (response, { text }) =>
    response.writeHead(307, { location: `http://127.0.0.1:1/${encodeURIComponent(text)}` }).end(text),
}
const streamed: Record<string, Place> = {
  'the first event': (response, echo, size) => stream(response, `data: ${told(echo)}\n\n`, size),
  'an event between': (response, echo, size) => stream(response, `${FIRST}data: ${told(echo)}\n\n`, size),
  'an event between, lines ended otherwise': (response, echo, size) =>
    stream(response, `${FIRST}data: ${told(echo)}\n\n`.replaceAll('\n', '\r\n'), size),
  'a named event': (response, echo, size) =>
    stream(response, `${FIRST}event: error\ndata: ${told(echo)}\n\ndata: [DONE]\n\n`, size),
  'an event that is no JSON': (response, { text }, size) =>
    stream(response, `${FIRST}data: broken ${text}\n\n${chunk({ content: '!' })}data: [DONE]\n\n`, size),
  'a comment': (response, { text }, size) => stream(response, `${FIRST}: from ${text}\n\ndata: [DONE]\n\n`, size),
  'a choice': (response, { escaped }, size) =>
    stream(
      response,
      `${FIRST}data: {"id":"c","choices":[{"index":0,"delta":{},"error":{"message":"${escaped}","code":502},"finish_reason":"error"}]}\n\n`,
      size,
    ),
  'a last word that is cut': (response, { text }, size) => stream(response, `${FIRST}data: {"error": "${text}"`, size),
}

const call = (path: string, isStream: boolean) =>
  fetch(`${gateway.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
    body: JSON.stringify({ model: 'm', stream: isStream, max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] }),
  })

/** Undoes every escape, at any depth. */
function undone(text: string): string {
  let current = text
  for (let before = ''; before !== current; ) {
    before = current
    current = current
      .replace(/\\+u00([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
      .replace(/%([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
      .replace(/&#x([0-9a-f]+);/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
      .replace(/\\+\//g, '/')
  }
  return current.toLowerCase()
}

function expectNothing(text: string) {
  const found = undone(text)
  for (const secret of [KEY, host]) {
    const packed = Buffer.from(secret)
    const [base64, shifted] = [
      packed.toString('base64').slice(0, -4),
      Buffer.from(`id:${secret}`).toString('base64url'),
    ]
    for (const form of [secret, base64, shifted.slice(4, -4), packed.toString('hex')])
      expect(found).not.toContain(form.toLowerCase())
  }
}

describe.each([
  ['in the client’s own protocol', '/v1/chat/completions'],
  ['in converted words', '/v1/messages'],
])('an upstream’s secrets, %s', (_how, path) => {
  const places = [
    ...Object.entries(whole).map(([name, place]) => [name, place, false] as const),
    ...Object.entries(streamed).map(([name, place]) => [name, place, true] as const),
  ]
  test.each(places)(
    'are not seen in %s',
    async (_name, place, isStream) => {
      await fc.assert(
        fc.asyncProperty(echo, fc.integer({ min: 1, max: 400 }), async ({ tell }, size) => {
          upstream.answer = response => void place(response, tell(), size)
          logged = ''
          const response = await call(path, isStream)
          expectNothing(`${response.status} ${response.statusText} ${JSON.stringify([...response.headers])}`)
          expectNothing(await response.text())
          const rows = await gateway.logsOf(response)
          expect(rows).toHaveLength(1)
          expectNothing(JSON.stringify(rows))
          expectNothing(logged)
        }),
        { ...SETTINGS, numRuns: 12 },
      )
    },
    60_000,
  )
})

test('an upstream’s error is passed on byte for byte, except for secrets', async () => {
  const error = `{ "error" : {"message":"See https:\\/\\/platform.example.com\\/docs, 50% of \\u00e9&amp;\\n", "type":"x", "code":null}}`
  upstream.answer = (response, _request) => json(400, () => error)(response, { text: '', escaped: '' })
  expect(await (await call('/v1/chat/completions', false)).text()).toBe(error)
  const events = `${FIRST}: comment\n\ndata: ${error}\n\n`
  upstream.answer = response => void stream(response, events, 7)
  expect(await (await call('/v1/chat/completions', true)).text()).toBe(events)
})

test('a model’s output is never changed, even if it contains the key', async () => {
  const events = `${FIRST}${chunk({ content: KEY })}: comment\n\n${chunk({ content: `sk-${KEY}` })}data: [DONE]\n\n`
  upstream.answer = response => void stream(response, events, 9_999)
  expect(await (await call('/v1/chat/completions', true)).text()).toBe(events)
})

test.each([100, 199, 600, 777, 999])('status %d is answered 502, and its hold is released', async status => {
  const before = await gateway.consoleCall<{ quota: number }>('GET', '/api/user/self')
  // Node's server refuses such a status, so this uses a plain socket.
  const odd = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      data(socket) {
        socket.end(`HTTP/1.1 ${status} Odd\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}`)
      },
    },
  })
  const model = `odd-${status}`
  await gateway.makeChannel({ base_url: `http://127.0.0.1:${odd.port}`, models: model, key: KEY })
  const response = await fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hi' }] }),
  })
  expect(response.status).toBe(502)
  expect(await response.json()).toMatchObject({ error: {} })
  expect(await gateway.logsOf(response)).toMatchObject([{ type: 5 }])
  expect(await gateway.consoleCall<{ quota: number }>('GET', '/api/user/self')).toMatchObject({
    quota: before.quota,
  })
  odd.stop(true)
})
