import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import type { Channel, Log, LogOther, User } from '@tollgate/contract'
import {
  type BehaviourName,
  behaviours,
  type EvilUpstream,
  GOOD_TEXT,
  REPORTED,
  startEvilUpstream,
} from '../../test/support/evil-upstream.ts'
import { startGateway, type TestGateway } from '../../test/support/gateway.ts'

let upstream: EvilUpstream
let gateway: TestGateway
let bearer: string
let first: Channel

beforeAll(async () => {
  upstream = await startEvilUpstream()
  gateway = await startGateway()
  first = await gateway.makeChannel({
    base_url: upstream.url,
    models: [...Object.keys(behaviours), 'unpriced'].join(','),
  })
  await gateway.setOption(
    'ModelRatio',
    JSON.stringify(Object.fromEntries(Object.keys(behaviours).map(model => [model, 1]))),
  )
  await gateway.setOption(
    'CompletionRatio',
    JSON.stringify(Object.fromEntries(Object.keys(behaviours).map(model => [model, 4]))),
  )
  await gateway.setOption('RetryTimes', 0)
  await gateway.setOption('relay_setting.first_byte_timeout_seconds', 1)
  await gateway.setOption('relay_setting.idle_timeout_seconds', 1)
  bearer = (await gateway.makeToken()).bearer
})

afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

const chat = (model: string, more: object = {}, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}`, ...headers },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }], ...more }),
  })

const balance = async (): Promise<number> => (await gateway.consoleCall<User>('GET', '/api/user/self')).quota

async function logOf(response: Response): Promise<Log & { parsed: LogOther }> {
  const rows = await gateway.logsOf(response)
  expect(rows).toHaveLength(1)
  const [row] = rows as [Log]
  return { ...row, parsed: JSON.parse(row.other) }
}

const MIB = 1024 * 1024

/** 100 input tokens at ratio 1, 20 output tokens at ratio 4. */
const COST = 100 + 20 * 4

describe('an answered call', () => {
  test('passes the upstream’s answer on and charges the reported usage', async () => {
    const before = await balance()
    const response = await chat('good')
    const answer = await response.json()
    expect(answer.choices[0].message.content).toBe(GOOD_TEXT)
    expect(before - (await balance())).toBe(COST)
    const row = await logOf(response)
    expect(row).toMatchObject({
      type: 2,
      model_name: 'good',
      prompt_tokens: REPORTED.prompt_tokens,
      completion_tokens: REPORTED.completion_tokens,
      quota: COST,
      is_stream: false,
    })
  })

  test('streams the same, without the usage frame if the client did not ask for it', async () => {
    const before = await balance()
    const response = await chat('good', { stream: true })
    const text = await response.text()
    expect(text).toEndWith('data: [DONE]\n\n')
    expect(text).not.toContain('usage')
    expect(JSON.parse(upstream.requests.at(-1)?.body ?? '').stream_options).toEqual({ include_usage: true })
    expect(before - (await balance())).toBe(COST)
    expect(await logOf(response)).toMatchObject({ is_stream: true, quota: COST })
  })

  test('streams the usage frame to a client that asked for it', async () => {
    const response = await chat('good', { stream: true, stream_options: { include_usage: true } })
    expect(await response.text()).toContain('"usage":{"prompt_tokens":100')
  })

  test('keeps the request id a client sends', async () => {
    const response = await chat('good', {}, { 'x-request-id': 'my-id.1' })
    expect(response.headers.get('x-request-id')).toBe('my-id.1')
  })

  test('charges twice when a client sends the same request id twice', async () => {
    const before = await balance()
    await (await chat('good', {}, { 'x-request-id': 'twice' })).text()
    await (await chat('good', {}, { 'x-request-id': 'twice' })).text()
    expect(before - (await balance())).toBe(2 * COST)
  })

  test('accepts a gzip body', async () => {
    const body = gzipSync(JSON.stringify({ model: 'good', messages: [{ role: 'user', content: 'Hello' }] }))
    const response = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-encoding': 'gzip', authorization: `Bearer ${bearer}` },
      body,
    })
    expect(response.status).toBe(200)
    expect(upstream.requests.at(-1)?.headers['content-encoding']).toBeUndefined()
  })

  test('is charged by an estimate when the upstream reports no usage', async () => {
    const response = await chat('no-usage', { stream: true })
    await response.text()
    const row = await logOf(response)
    expect(row.quota).toBeGreaterThan(0)
    expect(row.parsed.usage_source).toBe('estimated')
  })
})

/** What a client sees when an upstream fails before its first byte. */
const FAILURES: [BehaviourName, status: number, message: string | RegExp][] = [
  ['bad-request', 400, 'max_tokens is too large'],
  ['too-many', 429, 'Slow down'],
  ['server-error', 500, 'It broke'],
  ['error-page', 502, /502|upstream/i],
  ['html', 502, /could not be read/],
  ['empty', 502, /was empty/],
  ['truncated', 502, /cannot be read/],
  ['error-in-200', 429, 'Quota of the day is gone'],
  ['redirect', 502, /307|upstream/i],
  ['hangs', 504, /did not start to answer within 1 s/],
]

describe('an upstream that fails', () => {
  for (const [model, status, message] of FAILURES) {
    for (const stream of [false, true]) {
      test(`${model}: one clear error${stream ? ' instead of a stream' : ''}, nothing charged, an error row`, async () => {
        const before = await balance()
        const response = await chat(model, { stream })
        const body = await response.json()
        expect(response.status).toBe(status)
        expect(body.error.message).toMatch(message)
        expect(JSON.stringify(body)).not.toContain('127.0.0.1')
        expect(JSON.stringify(body)).not.toContain('internal.example')
        expect(await balance()).toBe(before)
        expect(await logOf(response)).toMatchObject({ type: 5, quota: 0, model_name: model })
      })
    }
  }

  test('never shows the channel’s key', async () => {
    const response = await chat('leaks-key')
    expect(await response.text()).not.toContain('upstream-key')
  })

  test('has its Retry-After passed on, and is not called for that long', async () => {
    const { id } = await gateway.makeChannel({ base_url: upstream.url, models: 'asks-to-wait', priority: 1 })
    await gateway.consoleCall('PUT', '/api/channel/', { id: first.id, status: 2 })
    expect((await chat('asks-to-wait')).headers.get('retry-after')).toBe('7')
    const seen = upstream.requests.length
    const refused = await chat('asks-to-wait')
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('retry-after'))).toBeWithin(6, 8)
    expect((await refused.json()).error.code).toBe('channels_resting')
    expect(upstream.requests.length).toBe(seen)
    await gateway.consoleCall('DELETE', `/api/channel/${id}`)
    await gateway.consoleCall('PUT', '/api/channel/', { id: first.id, status: 1 })
  })

  for (const model of ['goes-silent', 'stops-short'] satisfies BehaviourName[]) {
    test(`${model}: the stream ends with one error event and is charged for what came`, async () => {
      const response = await chat(model, { stream: true })
      expect(errorEvents(await response.text())).toHaveLength(1)
      expect((await logOf(response)).quota).toBeGreaterThan(0)
    })
  }

  test('that breaks off inside an event: the client sees whole events and one error', async () => {
    const response = await chat('half-frame', { stream: true })
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    const first = new TextDecoder().decode((await reader.read()).value)
    upstream.breakOff()
    let rest = ''
    for (let read = await reader.read(); !read.done; read = await reader.read())
      rest += new TextDecoder().decode(read.value)
    expect(first).toEndWith('\n\n')
    expect(errorEvents(rest)).toHaveLength(1)
    expect(rest).toStartWith('data: {"error":')
    expect((await logOf(response)).quota).toBeGreaterThan(0)
  })

  test('only to close after its last event: the client does not notice', async () => {
    const response = await chat('never-closes', { stream: true })
    const text = await response.text()
    expect(text).toEndWith('data: [DONE]\n\n')
    expect(errorEvents(text)).toEqual([])
    expect((await logOf(response)).parsed.error_code).toBeUndefined()
  })

  test('with an error event of its own gets no second one', async () => {
    const response = await chat('error-in-stream', { stream: true })
    expect(errorEvents(await response.text())).toEqual([expect.stringContaining('Overloaded')])
    expect((await logOf(response)).parsed.error_code).toBe('overloaded')
  })
})

const errorEvents = (stream: string): string[] => stream.split('\n\n').filter(event => event.includes('"error":'))

describe('retries', () => {
  test('go to another channel before the first byte, and the log names the channels', async () => {
    await gateway.setOption('RetryTimes', 2)
    const broken = await gateway.makeChannel({ base_url: 'http://127.0.0.1:9', models: 'good', priority: 10 })
    const response = await chat('good')
    expect(response.status).toBe(200)
    const { use_channel = [] } = (await logOf(response)).parsed.admin_info ?? {}
    expect(use_channel).toEqual([String(broken.id), expect.any(String)])
    await gateway.consoleCall('DELETE', `/api/channel/${broken.id}`)
    await gateway.setOption('RetryTimes', 0)
  })
})

describe('a caller', () => {
  const cases: [name: string, send: () => Promise<Response>, status: number, message: RegExp][] = [
    ['without a key', () => chat('good', {}, { authorization: '' }), 401, /No access token/],
    ['with a wrong key', () => chat('good', {}, { authorization: 'Bearer sk-wrong' }), 401, /invalid/],
    ['who names no model', () => chat(''), 400, /No model is given/],
    ['who names an unknown model', () => chat('nobody-serves-this'), 404, /does not exist/],
    ['who calls a model without a price', () => chat('unpriced'), 400, /has no price/],
    ['whose body is not JSON', () => send('{"model": "good", '), 400, /not a valid JSON object/],
    ['whose body is no object', () => send('[1,2]'), 400, /not a valid JSON object/],
    [
      'whose body is nested without end',
      () => send('{"model":"good","x":' + '['.repeat(100_000)),
      400,
      /too complex \(over 1,000 levels\)/,
    ],
    ['whose body is not UTF-8', () => send(new Uint8Array([0x7b, 0xff, 0x7d])), 400, /not valid UTF-8/],
    [
      'who packs with an unknown method',
      () => send('{}', { 'content-encoding': 'lzma' }),
      415,
      /send gzip, deflate, br, zstd or none/,
    ],
    ['whose body is too large', () => send(' '.repeat(65 * MIB)), 413, /larger than 64 MiB/],
    [
      'whose packed body grows too large',
      () => send(gzipSync(' '.repeat(65 * MIB)), { 'content-encoding': 'gzip' }),
      413,
      /larger than 64 MiB/,
    ],
    ['whose packed body is broken', () => send('{}', { 'content-encoding': 'gzip' }), 400, /not valid gzip/],
  ]
  const send = (body: BodyInit, headers: Record<string, string> = {}) =>
    fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, ...headers },
      body,
    })

  for (const [name, call, status, message] of cases) {
    test(`${name} gets one clear sentence`, async () => {
      const response = await call()
      const { error } = await response.json()
      expect({ status: response.status, message: error.message }).toEqual({
        status,
        message: expect.stringMatching(message),
      })
    })
  }

  test('is answered in Chinese when it asks for that language', async () => {
    const response = await chat('nobody-serves-this', {}, { 'accept-language': 'zh-CN' })
    expect((await response.json()).error.message).toContain('不存在')
  })

  test('of Messages is answered in its own dialect', async () => {
    const response = await fetch(`${gateway.url}/v1/messages`, {
      method: 'POST',
      headers: { 'x-api-key': 'sk-wrong' },
      body: '{}',
    })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ type: 'error', error: { type: 'authentication_error' } })
  })
})
