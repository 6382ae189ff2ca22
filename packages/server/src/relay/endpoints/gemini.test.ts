import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { exportPKCS8, generateKeyPair } from 'jose'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { type Received, startWireUpstream } from '../../../test/support/wire-upstream.ts'

const GEMINI = 24
const VERTEX = 41
const USAGE = { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 }
/** At ratio 1 for input and 4 for output. */
const COST = 100 + 20 * 4
const SPACED = { headers: { 'content-type': 'application/json; charset=UTF-8' } }

const chunk = (text: string, more: object = {}) => ({
  candidates: [{ index: 0, content: { role: 'model', parts: [{ text }] }, ...more }],
  usageMetadata: USAGE,
  modelVersion: 'test-model',
})
const LAST = chunk('morning.', { finishReason: 'STOP' })
/** With Google's spacing. */
const arrayOf = (...chunks: object[]) => `[${chunks.map(each => JSON.stringify(each, null, 2)).join('\n,\r\n')}`
const eventsOf = (...chunks: object[]) => chunks.map(each => `data: ${JSON.stringify(each)}\r\n\r\n`).join('')

let answer: (received: Received) => Response
const upstream = startWireUpstream(received => answer(received))

let gateway: TestGateway
let bearer: string

beforeAll(async () => {
  gateway = await startGateway()
  const models = 'test-model,alias,on-openai,on-vertex'
  await gateway.makeChannel({ type: GEMINI, base_url: upstream.url, models: 'test-model' })
  await gateway.makeChannel({
    type: GEMINI,
    base_url: upstream.url,
    models: 'alias',
    model_mapping: '{"alias":"test-model"}',
  })
  await gateway.makeChannel({ base_url: upstream.url, models: 'on-openai' })
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key = JSON.stringify({
    project_id: 'a-secret-project',
    client_email: 'someone@a-secret-project.example',
    private_key: await exportPKCS8(privateKey),
    token_uri: `${upstream.url}/token`,
  })
  await gateway.makeChannel({ type: VERTEX, base_url: upstream.url, models: 'on-vertex', other: 'europe-west4', key })
  const each = (ratio: number) => JSON.stringify(Object.fromEntries(models.split(',').map(model => [model, ratio])))
  await gateway.setOption('ModelRatio', each(1))
  await gateway.setOption('CompletionRatio', each(4))
  bearer = (await gateway.makeToken()).bearer
})

beforeEach(() => {
  upstream.requests.length = 0
  answer = () => Response.json(LAST, SPACED)
})

afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

const ASK = { contents: [{ role: 'user', parts: [{ text: 'Good…' }] }] }

const call = (target: string, body: unknown = ASK, headers: Record<string, string> = { 'x-goog-api-key': bearer }) =>
  fetch(`${gateway.url}/v1beta/models/${target}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

async function chargeOf(response: Response): Promise<number | undefined> {
  const rows = await gateway.logsOf(response)
  expect(rows).toHaveLength(1)
  return rows[0]?.quota
}

describe('a caller’s key is read', () => {
  test.each<[where: string, query: string, headers: () => Record<string, string>]>([
    ['in x-goog-api-key', '', () => ({ 'x-goog-api-key': bearer })],
    ['in Authorization', '', () => ({ authorization: `Bearer ${bearer}` })],
    ['in the address', '?key=', () => ({})],
  ])('%s', async (_where, query, headers) => {
    const response = await call(`test-model:generateContent${query && query + bearer}`, ASK, headers())
    expect([response.status, await response.json()]).toEqual([200, LAST])
    expect(upstream.requests[0]?.headers.get('x-goog-api-key')).toBe('upstream-key')
    expect(upstream.requests[0]?.path).toBe('/v1beta/models/test-model:generateContent')
  })

  test('nowhere else: without one, the error is Gemini’s', async () => {
    const response = await call('test-model:generateContent', ASK, {})
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual({
      error: { code: 401, message: expect.stringContaining('No access token'), status: 'UNAUTHENTICATED' },
    })
  })
})

describe('an answered call', () => {
  test('goes up with the model of its path, whatever model its body names', async () => {
    const response = await call('test-model:generateContent', { model: 'models/dear-model', ...ASK })
    expect(response.status).toBe(200)
    expect(upstream.requests[0]?.body).toBe(JSON.stringify({ model: 'models/test-model', ...ASK }))
  })

  test('is passed on unchanged and charged', async () => {
    const response = await call('test-model:generateContent')
    expect(await response.json()).toEqual(LAST)
    expect(upstream.requests[0]?.body).toBe(JSON.stringify(ASK))
    expect(await chargeOf(response)).toBe(COST)
  })

  test('may also be called under /v1', async () => {
    const response = await fetch(`${gateway.url}/v1/models/test-model:generateContent`, {
      method: 'POST',
      headers: { 'x-goog-api-key': bearer },
      body: JSON.stringify(ASK),
    })
    expect([response.status, await response.json()]).toEqual([200, LAST])
  })

  test('goes upstream under the mapped name', async () => {
    expect((await call('alias:generateContent')).status).toBe(200)
    expect(upstream.requests[0]?.path).toBe('/v1beta/models/test-model:generateContent')
  })

  test('is charged at most by the operator’s limits for the model: larger reported counts are clamped', async () => {
    await gateway.setOption('relay_setting.output_limits', JSON.stringify({ 'test-model': 50 }))
    answer = () => Response.json({ ...LAST, usageMetadata: { ...USAGE, candidatesTokenCount: 1_000_000 } })
    const response = await call('test-model:generateContent', { ...ASK, generationConfig: { maxOutputTokens: 20 } })
    await response.text()
    await gateway.setOption('relay_setting.output_limits', '{}')
    expect(await chargeOf(response)).toBe(100 + 50 * 4)
  })
})

describe('a stream', () => {
  test('of events arrives unchanged', async () => {
    const stream = eventsOf(chunk('Good '), LAST)
    answer = () => new Response(stream, { headers: { 'content-type': 'text/event-stream' } })
    const response = await call('test-model:streamGenerateContent?alt=sse')
    expect(await response.text()).toBe(stream)
    expect(upstream.requests[0]?.path).toBe('/v1beta/models/test-model:streamGenerateContent?alt=sse')
    expect(await chargeOf(response)).toBe(COST)
  })

  test('that is one array arrives unchanged', async () => {
    const stream = `${arrayOf(chunk('Good '), LAST)}\n]\n`
    answer = () => new Response(stream, SPACED)
    const response = await call('test-model:streamGenerateContent')
    expect(response.headers.get('content-type')).toStartWith('application/json')
    expect(await response.text()).toBe(stream)
    expect(upstream.requests[0]?.path).toBe('/v1beta/models/test-model:streamGenerateContent')
    expect(await chargeOf(response)).toBe(COST)
  })

  test('of events that breaks off ends with one error', async () => {
    answer = () => breakingOff(eventsOf(chunk('Good ')), 'text/event-stream')
    const response = await call('test-model:streamGenerateContent?alt=sse')
    const events = (await response.text()).trimEnd().split(/\r?\n\r?\n/)
    expect(events.map(event => JSON.parse(event.slice('data: '.length)))).toEqual([chunk('Good '), BROKEN_OFF])
    expect(await chargeOf(response)).toBeGreaterThan(0)
  })

  test('that is one array and breaks off is still an array, which ends with one error', async () => {
    answer = () => breakingOff(`${arrayOf(chunk('Good '))}\n,\r\n{"candi`, 'application/json')
    const response = await call('test-model:streamGenerateContent')
    expect(await response.json()).toEqual([chunk('Good '), BROKEN_OFF])
    expect(await chargeOf(response)).toBeGreaterThan(0)
  })

  test('that is one array and breaks off before its first chunk is an array of one error', async () => {
    answer = () => breakingOff('[{"candi', 'application/json')
    expect(await (await call('test-model:streamGenerateContent')).json()).toEqual([BROKEN_OFF])
  })

  test('that is one array and outgrows the wallet ends with the stop reason for length', async () => {
    const { usageMetadata: _untold, ...long } = chunk('on and '.repeat(200))
    answer = () => endless(`[${JSON.stringify(long)}`, `\n,\r\n${JSON.stringify(long)}`)
    const { bearer } = await gateway.makeToken({ unlimited_quota: false, remain_quota: 10_000 })
    const response = await call('test-model:streamGenerateContent', ASK, { 'x-goog-api-key': bearer })
    const chunks: (typeof LAST)[] = await response.json()
    expect(chunks[0]).toEqual(long as typeof LAST)
    expect(chunks.at(-1)?.candidates).toMatchObject([{ finishReason: 'MAX_TOKENS' }])
  })

  test('converted for a client that wants an array is an array', async () => {
    const delta = (content: string, finish_reason: string | null) => ({
      id: 'chatcmpl-1',
      choices: [{ index: 0, delta: { content }, finish_reason }],
    })
    const events = [delta('Good ', null), delta('morning.', 'stop')].map(each => `data: ${JSON.stringify(each)}\n\n`)
    answer = () =>
      new Response(`${events.join('')}data: [DONE]\n\n`, { headers: { 'content-type': 'text/event-stream' } })
    const response = await call('on-openai:streamGenerateContent')
    expect(response.headers.get('content-type')).toBe('application/json')
    const chunks: (typeof LAST)[] = await response.json()
    const parts = chunks.flatMap(each => each.candidates.flatMap(({ content }) => content?.parts ?? []))
    expect(parts.map(({ text }) => text).join('')).toBe('Good morning.')
  })
})

const BROKEN_OFF = { error: { code: 502, message: expect.stringContaining('broke off'), status: 'INTERNAL' } }

/** A stream that continues until the client disconnects. */
function endless(first: string, next: string): Response {
  let text = first
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(new TextEncoder().encode(text))
      text = next
    },
  })
  return new Response(body, SPACED)
}

/** A stream that stops without an end. */
const breakingOff = (text: string, contentType: string): Response =>
  new Response(text, { headers: { 'content-type': contentType } })

describe('tokens', () => {
  test('are counted free of charge', async () => {
    answer = () => Response.json({ totalTokens: 13 })
    const response = await call('alias:countTokens', { generateContentRequest: { model: 'models/alias', ...ASK } })
    expect(await response.json()).toEqual({ totalTokens: 13 })
    expect(upstream.requests[0]?.path).toBe('/v1beta/models/test-model:countTokens')
    expect(upstream.requests[0]?.body).toBe(
      JSON.stringify({ generateContentRequest: { model: 'models/test-model', ...ASK } }),
    )
    expect(await chargeOf(response)).toBe(0)
  })
})

describe('embeddings', () => {
  const content = { parts: [{ text: 'To be embedded.' }] }

  test('are charged by the reported input', async () => {
    answer = () => Response.json({ embedding: { values: [0.1] }, usageMetadata: { promptTokenCount: 7 } })
    const response = await call('alias:embedContent', { model: 'models/alias', content })
    expect(await response.json()).toMatchObject({ embedding: { values: [0.1] } })
    expect(upstream.requests[0]?.body).toBe(JSON.stringify({ model: 'models/test-model', content }))
    expect(await chargeOf(response)).toBe(7)
  })

  test('are charged by an estimate if no input is reported', async () => {
    answer = () => Response.json({ embeddings: [{ values: [0.1] }, { values: [0.2] }] })
    const requests = [
      { model: 'models/test-model', content },
      { model: 'models/test-model', content },
    ]
    const response = await call('test-model:batchEmbedContents', { requests })
    expect(upstream.requests[0]?.path).toBe('/v1beta/models/test-model:batchEmbedContents')
    const charged = await chargeOf(response)
    expect(charged).toBeGreaterThan(5)
    expect(charged).toBeLessThan(100)
  })
})

describe('an error', () => {
  test.each<[name: string, target: string, body: unknown, status: number, word: string]>([
    ['an unknown method', 'test-model:dream', ASK, 404, 'NOT_FOUND'],
    ['no method', 'test-model', ASK, 404, 'NOT_FOUND'],
    ['an unknown model', 'nobody:generateContent', ASK, 404, 'NOT_FOUND'],
    ['a body that is no JSON', 'test-model:generateContent', '{"contents', 400, 'INVALID_ARGUMENT'],
    ['an ask without contents, where it must be understood', 'on-openai:generateContent', {}, 400, 'INVALID_ARGUMENT'],
  ])('%s is told in Gemini’s words', async (_name, target, body, status, word) => {
    const response = await call(target, body)
    expect([response.status, await response.json()]).toEqual([
      status,
      { error: { code: status, message: expect.any(String), status: word } },
    ])
  })

  test.each<[path: string, body: object]>([
    ['/v1/chat/completions', { messages: [{ role: 'user', content: 'Good…' }] }],
    ['/v1/chat/completions', { messages: [{ role: 'user', content: 'Good…' }], stream: true }],
    ['/v1/responses', { input: 'Good…' }],
  ])('Gemini’s error reaches clients of %s in OpenAI’s words: %j', async (path, body) => {
    const error = { code: 400, message: 'Too many images', status: 'INVALID_ARGUMENT' }
    answer = () => Response.json({ error }, { status: 400 })
    const response = await fetch(gateway.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}` },
      body: JSON.stringify({ model: 'test-model', ...body }),
    })
    const told = (await response.json()).error
    expect([response.status, told]).toMatchObject([400, { type: 'invalid_request_error', code: 'INVALID_ARGUMENT' }])
    expect(told.message).toContain('Too many images')
  })

  test('Gemini’s own error is passed on, without its key', async () => {
    const error = { code: 429, message: 'Quota of upstream-key is used up', status: 'RESOURCE_EXHAUSTED', details: [] }
    answer = () => Response.json({ error }, { status: 429 })
    const response = await call('test-model:generateContent')
    expect([response.status, await response.json()]).toEqual([
      429,
      { error: { ...error, message: 'Quota of *** is used up' } },
    ])
  })
})

describe('models', () => {
  const list = (path: string) => fetch(gateway.url + path, { headers: { 'x-goog-api-key': bearer } })

  test.each(['/v1beta/models', '/v1/models'])('%s are listed in Gemini’s shape', async path => {
    const { models } = await (await list(path)).json()
    expect(models[0]).toEqual({
      name: 'models/alias',
      displayName: 'alias',
      supportedGenerationMethods: ['generateContent', 'streamGenerateContent', 'countTokens'],
    })
  })

  test('are described one by one', async () => {
    expect(await (await list('/v1beta/models/alias')).json()).toMatchObject({ name: 'models/alias' })
    expect(await (await list('/v1beta/models/nobody')).json()).toMatchObject({ error: { status: 'NOT_FOUND' } })
  })
})

describe('Vertex', () => {
  const answerVertex = (status: number, body: object) => {
    answer = ({ path }) =>
      path === '/token'
        ? Response.json({ access_token: 'ya29.access', expires_in: 3_600 })
        : Response.json(body, { status })
  }

  test('is called in its region with an access token', async () => {
    answerVertex(200, LAST)
    expect(await (await call('on-vertex:generateContent')).json()).toEqual(LAST)
    expect(upstream.requests.at(-1)?.headers.get('authorization')).toBe('Bearer ya29.access')
    expect(upstream.requests.at(-1)?.path).toBe(
      '/v1beta1/projects/a-secret-project/locations/europe-west4/publishers/google/models/on-vertex:generateContent',
    )
  })

  test('has the project removed from its error', async () => {
    const message = 'Permission denied on resource projects/a-secret-project'
    answerVertex(403, { error: { code: 403, message, status: 'PERMISSION_DENIED' } })
    const response = await call('on-vertex:generateContent')
    expect(response.status).toBe(403)
    expect(await response.text()).not.toContain('a-secret-project')
  })

  test('gets the operator’s safety settings in converted requests', async () => {
    answerVertex(200, LAST)
    const response = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}` },
      body: JSON.stringify({ model: 'on-vertex', messages: [{ role: 'user', content: 'Good…' }] }),
    })
    expect((await response.json()).choices[0].message.content).toBe('morning.')
    expect(JSON.parse(upstream.requests.at(-1)?.body ?? '').safetySettings).toContainEqual({
      category: 'HARM_CATEGORY_HARASSMENT',
      threshold: 'OFF',
    })
  })
})
