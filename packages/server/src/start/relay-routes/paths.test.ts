import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import OpenAI, { AzureOpenAI } from 'openai'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { startWireUpstream } from '../../../test/support/wire-upstream.ts'
import { meantPaths } from './meant-path.ts'

const COMPLETION = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
}
const EMBEDDED = {
  object: 'list',
  data: [{ object: 'embedding', index: 0, embedding: [1] }],
  usage: { prompt_tokens: 1 },
}
const RESPONSE = {
  id: 'resp_1',
  object: 'response',
  status: 'completed',
  output: [],
  usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
}
const upstream = startWireUpstream(({ path }) => {
  if (path.includes('audio')) return { text: 'Hi' }
  if (path.includes('responses')) return RESPONSE
  return path.includes('embed') ? EMBEDDED : COMPLETION
})
let gateway: TestGateway
let bearer: string

beforeAll(async () => {
  gateway = await startGateway()
  await gateway.setOption('SelfUseModeEnabled', true)
  await gateway.makeChannel({ base_url: upstream.url, models: 'm,other' })
  bearer = (await gateway.makeToken()).bearer
})
beforeEach(() => {
  upstream.requests.length = 0
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

const CHAT = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] }
const MESSAGES = { ...CHAT, max_tokens: 9 }
const GEMINI = { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] }
const EMBED = { model: 'm', input: 'Hi' }

const send = (method: string, path: string, body: object | null = null, headers: Record<string, string> = {}) =>
  fetch(gateway.url + path, {
    method,
    headers: { authorization: `Bearer ${bearer}`, ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })

describe('a path in a clear but unusual spelling is served', () => {
  test.each<[path: string, body: object, member: string]>([
    ['/chat/completions', CHAT, 'choices'],
    ['/responses', { model: 'm', input: 'Hi' }, 'output'],
    ['/v1/responses/', { model: 'm', input: 'Hi' }, 'output'],
    ['/embeddings', EMBED, 'data'],
    ['/messages', MESSAGES, 'content'],
    ['/messages/count_tokens', MESSAGES, 'input_tokens'],
    ['//v1/chat/completions', CHAT, 'choices'],
    ['/v1//chat/completions', CHAT, 'choices'],
    ['/v1/chat/completions/', CHAT, 'choices'],
    ['/v1/v1/messages', MESSAGES, 'content'],
    ['/v1/v1beta/models/m:generateContent', GEMINI, 'candidates'],
    ['/v1alpha/models/m:generateContent', GEMINI, 'candidates'],
    ['/v1beta/models/m:generateContent/', GEMINI, 'candidates'],
    ['/v1beta//models/m:generateContent', GEMINI, 'candidates'],
    ['/models/m:generateContent', GEMINI, 'candidates'],
    ['/v1beta/openai/chat/completions', CHAT, 'choices'],
    ['/v1beta/openai/embeddings/', EMBED, 'data'],
    ['/v1alpha/openai/chat/completions', CHAT, 'choices'],
    ['/openai/v1/chat/completions', CHAT, 'choices'],
    ['/openai/responses?api-version=2025-04-01-preview', { model: 'm', input: 'Hi' }, 'output'],
    ['/openai/deployments/m/chat/completions?api-version=2024-10-21', { messages: CHAT.messages }, 'choices'],
    ['/openai//deployments/m/embeddings?api-version=2024-10-21', { input: 'Hi' }, 'data'],
  ])('POST %s', async (path, body, member) => {
    const response = await send('POST', path, body)
    expect([response.status, Object.keys(await response.json()).includes(member)]).toEqual([200, true])
  })

  test.each([
    ['/models', 'data'],
    ['/v1/models/', 'data'],
    ['/v1beta/openai/models', 'data'],
    ['/openai/models', 'data'],
    ['/v1alpha/models', 'models'],
  ])('GET %s', async (path, member) => {
    const response = await send('GET', path)
    expect([response.status, Object.keys(await response.json()).includes(member)]).toEqual([200, true])
  })

  test('to the SDKs with a base URL without its version', async () => {
    const openai = new OpenAI({ baseURL: gateway.url, apiKey: bearer })
    expect((await openai.chat.completions.create(CHAT as never)).choices).toHaveLength(1)
    expect((await openai.models.list()).data.map(({ id }) => id)).toContain('m')
  })
})

describe('a deployment in the path is the model', () => {
  const azure = (deployment?: string) =>
    new AzureOpenAI({
      endpoint: gateway.url,
      apiKey: bearer,
      apiVersion: '2024-10-21',
      ...(deployment && { deployment }),
    })
  const sentModel = () => (upstream.lastJson() as { model: string }).model

  test('for Azure’s SDK, with its key in a separate header', async () => {
    await azure().chat.completions.create(CHAT as never)
    expect(sentModel()).toBe('m')
  })

  test.each(['', 'other', 'no-such-model'])(
    'and not “%s” in the body: what is sent is what is charged',
    async model => {
      const { response } = await azure('m')
        .chat.completions.create({ ...CHAT, model } as never)
        .withResponse()
      expect(sentModel()).toBe('m')
      expect((await gateway.logsOf(response))[0]?.model_name).toBe('m')
    },
  )

  test('and not the one of a form', async () => {
    const file = new File(['sound'], 'a.mp3')
    await azure('m').audio.transcriptions.create({ model: 'other', file })
    expect(upstream.requests.at(-1)?.body).toMatch(/name="model"\r\n\r\nm\r\n/)
    expect(upstream.requests.at(-1)?.body).not.toContain('other')
  })

  test('unless the token may not use it', async () => {
    const limited = await gateway.makeToken({ model_limits_enabled: true, model_limits: 'other' })
    const headers = { authorization: '', 'api-key': limited.bearer }
    const response = await send('POST', '/openai/deployments/m/chat/completions', { ...CHAT, model: 'other' }, headers)
    expect([response.status, (await response.json()).error.code]).toEqual([403, 'model_not_allowed'])
  })
})

describe('another path is', () => {
  test.each<[method: string, path: string, headers: Record<string, string>, isShape: (body: never) => unknown]>([
    ['POST', '/chat/nothing', {}, (body: { error: { code: string } }) => body.error.code === 'route_unknown'],
    ['POST', '/', {}, (body: { error: { code: string } }) => body.error.code === 'route_unknown'],
    ['PUT', '/token', {}, (body: { error: { code: string } }) => body.error.code === 'route_unknown'],
    [
      'DELETE',
      '/chat/completions/',
      {},
      (body: { error: { code: string } }) => body.error.code === 'method_not_allowed',
    ],
    ['GET', '/v1/nothing', {}, (body: { error: { code: string } }) => body.error.code === 'route_unknown'],
    [
      'POST',
      '/v2/messages',
      {},
      (body: { type: string; error: { type: string } }) => body.error.type === 'not_found_error',
    ],
    ['POST', '/x', { 'anthropic-version': '1' }, (body: { type: string }) => body.type === 'error'],
    ['POST', '/v1alpha/x', {}, (body: { error: { status: string } }) => body.error.status === 'NOT_FOUND'],
    [
      'POST',
      '/x',
      { 'x-goog-api-key': 'k' },
      (body: { error: { status: string } }) => body.error.status === 'NOT_FOUND',
    ],
  ])('refused in the client’s protocol: %s %s %o', async (method, path, headers, isShape) => {
    const response = await send(method, path, method === 'GET' ? null : {}, headers)
    const isMethod = path.startsWith('/chat/completions')
    expect([response.status, response.headers.get('content-type')]).toEqual([isMethod ? 405 : 404, 'application/json'])
    expect(isShape((await response.json()) as never)).toBe(true)
  })

  test.each(['/', '/token', '/channel/add', '/nothing', '/chat', '/models', '/responses', '/chat/completions'])(
    'answered with the console for a browser: %s',
    async path => {
      const response = await send('GET', path, null, { accept: 'text/html,*/*;q=0.8', authorization: '' })
      // 503: the console is not built.
      expect([200, 503]).toContain(response.status)
      expect(response.headers.get('content-type')).not.toContain('json')
    },
  )

  test('answered if Claude Code checks the network', async () => {
    for (const method of ['HEAD', 'GET']) expect((await send(method, '/api/hello')).status).toBe(200)
  })
})

describe('another spelling opens nothing', () => {
  const slashed = (path: string) =>
    fc
      .array(fc.integer({ min: 1, max: 3 }), { minLength: 12, maxLength: 12 })
      .map(counts => path.split('/').reduce((made, part, n) => made + '/'.repeat(counts[n % 12] ?? 1) + part))
  const anyPath = fc.constantFrom(
    '/v1/chat/completions',
    '/messages',
    '/v1beta/models/m:generateContent',
    '/openai/deployments/m/chat/completions',
  )

  test('to a caller without a key', async () => {
    await fc.assert(
      fc.asyncProperty(anyPath.chain(slashed), fc.boolean(), async (path, hasEnd) => {
        const response = await send('POST', path + (hasEnd ? '/' : ''), CHAT, { authorization: '' })
        expect({ path, status: response.status }).toEqual({ path, status: 401 })
      }),
      { seed: 10, numRuns: 60 },
    )
    expect(upstream.requests).toEqual([])
  })

  test('that is not a route of the table', () => {
    const meant = meantPaths({ '/v1/chat/completions': 1, '/v1/models/*': 2, '/v1/things/:id/parts': 3 })
    const segment = fc.constantFrom(
      '',
      '.',
      '..',
      'v1',
      'v1beta',
      'openai',
      'deployments',
      'api',
      'user',
      'chat',
      'completions',
      '%2f',
      'models',
      'x',
    )
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 7 }), segments => {
        const place = meant(`/${segments.join('/')}`)
        if (place) expect(place.path).toMatch(/^\/v1\/(chat\/completions|models\/.+)$/)
      }),
      { seed: 11, numRuns: 3_000 },
    )
    expect(meant('/things/a%2Fb//parts/')).toEqual({ path: '/v1/things/a%2Fb/parts', route: 3, params: { id: 'a/b' } })
    expect(meant('/api/chat/completions')).toBeNull()
  })

  test('takes time that grows only with its length', () => {
    const meant = meantPaths({ '/v1/chat/completions': 1, '/v1/models/*': 2 })
    for (const path of ['/'.repeat(60_000), `/${'v1/'.repeat(20_000)}`, `/openai${'/'.repeat(60_000)}x`])
      expect(meant(path)).toBeNull()
  })
})

test('the list of models has Anthropic’s format for a client of its protocol with either kind of key', async () => {
  const keys: Record<string, string>[] = [{}, { authorization: '', 'x-api-key': bearer }]
  for (const key of keys) {
    const list = await (await send('GET', '/v1/models', null, { ...key, 'anthropic-version': '2023-06-01' })).json()
    expect(list).toMatchObject({ has_more: false, data: [{ type: 'model' }, { type: 'model' }] })
  }
})
