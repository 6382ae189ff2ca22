import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { array, asyncProperty, assert as check, constantFrom, record, string, tuple } from 'fast-check'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { startWireUpstream, type WireUpstream } from '../../../test/support/wire-upstream.ts'

const SEED = 67
const RUNS = 150

let gateway: TestGateway
let upstream: WireUpstream
let bearer: string
/** The upstream's next answer. */
let next: () => Response

beforeAll(async () => {
  gateway = await startGateway()
  await gateway.setOption('SelfUseModeEnabled', true)
  await gateway.setOption('RetryTimes', 0)
  upstream = startWireUpstream(() => next())
  bearer = (await gateway.makeToken()).bearer
  await gateway.makeChannel({ base_url: upstream.url })
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

const PAGE = '<script>alert(document.domain)</script>'
const completion = JSON.stringify({
  id: PAGE,
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: PAGE }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
})
const stream = `data: ${completion}\n\ndata: [DONE]\n\n`

function call(path: string, { method = 'POST', headers = {}, isStream = false } = {}) {
  const consoleCall = { model: 'test-model', stream: isStream, messages: [{ role: 'user', content: 'Hello' }] }
  return fetch(gateway.url + path, {
    method,
    headers: { authorization: `Bearer ${bearer}`, ...headers },
    body: method === 'POST' ? JSON.stringify(consoleCall) : undefined,
  })
}

const inertness = ({ headers }: Response) => ({
  'x-content-type-options': headers.get('x-content-type-options'),
  'content-security-policy': headers.get('content-security-policy'),
})
const INERT = { 'x-content-type-options': 'nosniff', 'content-security-policy': "sandbox; default-src 'none'" }
/** Content types that a browser does not run. */
const QUIET =
  /^(application\/(json|octet-stream|jsonl|x-ndjson|x-subrip|[a-z.-]+\+json)|text\/(event-stream|plain|vtt)|audio\/[a-z]+|video\/[a-z0-9]+|image\/(png|jpeg))(;|$)/

describe('every answer of the relay is inert in a browser', () => {
  const answers: [what: string, path: string, how: NonNullable<Parameters<typeof call>[1]>][] = [
    ['a whole answer', '/v1/chat/completions', {}],
    ['a stream', '/v1/chat/completions', { isStream: true }],
    ['an answer in another protocol', '/v1/messages', {}],
    ['a refusal', '/v1/chat/completions', { headers: { authorization: 'Bearer sk-nobody' } }],
    ['a refusal by path', '/v1beta/models/test-model:generateContent?key=nobody', {}],
    ['the models', '/v1/models', { method: 'GET' }],
    ['no such model', '/v1/models/<script>', { method: 'GET' }],
    ['the models of Gemini', '/v1beta/models', { method: 'GET' }],
    ['no such path', '/v1/<script>', { method: 'GET' }],
    ['no such path of Gemini', '/v1beta/<script>', {}],
    ['another method', '/v1/chat/completions', { method: 'GET' }],
    ['what nobody serves', '/v1/fine-tunes', {}],
    ['a list of files', '/v1/files', { method: 'GET' }],
    ['no such batch', '/v1/batches/<script>', { method: 'GET' }],
    ['a live session that is none', '/v1/realtime?model=test-model', { method: 'GET' }],
    ['a question before a call', '/v1/chat/completions', { method: 'OPTIONS' }],
  ]
  test.each(answers)('%s', async (_, path, how) => {
    next = () =>
      new Response(how.isStream ? stream : completion, {
        headers: { 'content-type': how.isStream ? 'text/event-stream' : 'application/json' },
      })
    const answer = await call(path, how)
    await answer.arrayBuffer()
    expect(inertness(answer)).toEqual(INERT)
    expect(answer.headers.get('content-type') ?? 'application/octet-stream').toMatch(QUIET)
  })

  const kinds = constantFrom(
    ...['text/html', 'application/xhtml+xml', 'image/svg+xml', 'text/xml', 'application/xml', 'application/rss+xml'],
    ...[
      'text/xsl',
      'text/css',
      'text/javascript',
      'application/javascript',
      'multipart/x-mixed-replace',
      'message/rfc822',
    ],
    ...[
      'application/pdf',
      'text/rtf',
      'application/wasm',
      'text/html, text/plain',
      'text/plain, text/html',
      'nonsense',
    ],
    ...['application/json', 'text/event-stream', 'text/plain', 'audio/mpeg', 'image/png', ''],
  )
  const cased = tuple(kinds, array(constantFrom(true, false), { minLength: 40, maxLength: 40 })).map(([kind, upper]) =>
    [...kind].map((letter, at) => (upper[at] ? letter.toUpperCase() : letter)).join(''),
  )
  const upstreamAnswers = record({
    contentType: tuple(cased, constantFrom('', ';charset=utf-8', ' ; charset=utf-7', '\t;boundary=x')).map(parts =>
      parts.join(''),
    ),
    status: constantFrom(200, 201, 400, 404, 500),
    body: constantFrom(completion, stream, PAGE, `<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>`),
    isStream: constantFrom(true, false),
    path: constantFrom('/v1/chat/completions', '/v1/messages', '/v1/responses'),
    noise: string({ maxLength: 3 }),
  })

  test(`whatever content type the upstream claims (seed ${SEED}, ${RUNS} runs)`, async () => {
    await check(
      asyncProperty(upstreamAnswers, async ({ contentType, status, body, isStream, path }) => {
        next = () =>
          new Response(new TextEncoder().encode(body), {
            status,
            headers: contentType ? { 'content-type': contentType } : {},
          })
        const answer = await call(path, { isStream })
        await answer.arrayBuffer()
        expect(inertness(answer)).toEqual(INERT)
        expect(answer.headers.get('content-type') ?? '').toMatch(QUIET)
      }),
      { seed: SEED, numRuns: RUNS },
    )
  })

  test.each(['TEXT/HTML', 'Application/XHTML+xml; charset=utf-8', 'image/SVG+XML', 'text/xml'])(
    'an upstream’s answer of type %s counts as unreadable',
    async contentType => {
      next = () => new Response(completion, { headers: { 'content-type': contentType } })
      const answer = await call('/v1/chat/completions')
      expect([answer.status, ((await answer.json()) as { error: { code: string } }).error.code]).toEqual([
        502,
        'upstream_not_readable',
      ])
    },
  )
})

describe('pages of other origins', () => {
  const sees = ({ headers, status }: Response) => ({
    status,
    origin: headers.get('access-control-allow-origin'),
    credentials: headers.get('access-control-allow-credentials'),
  })
  const HEADERS = 'authorization,content-type,x-api-key,anthropic-version,x-goog-api-key,x-stainless-os,openai-beta'
  const consoleCall = (path: string, origin: string, method = 'POST') =>
    call(path, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': HEADERS },
    })
  const PATHS = [
    '/v1/chat/completions',
    '/v1/messages',
    '/v1/models',
    '/v1/no-such',
    '/v1beta/models/m:generateContent',
  ]

  test.each(PATHS)('may send a preflight for %s', async path => {
    const answer = await consoleCall(path, 'https://app.example')
    expect(sees(answer)).toEqual({ status: 204, origin: '*', credentials: null })
    expect(answer.headers.get('access-control-allow-headers')).toBe('authorization, *')
    expect(answer.headers.get('access-control-allow-methods')).toContain('POST')
  })

  test('may read responses, errors and every header', async () => {
    next = () => new Response(completion, { headers: { 'content-type': 'application/json' } })
    const headers = { origin: 'https://app.example' }
    for (const how of [{ headers }, { headers: { ...headers, authorization: 'Bearer sk-nobody' } }]) {
      const answer = await call('/v1/chat/completions', how)
      expect(sees(answer)).toMatchObject({ origin: '*', credentials: null })
      expect(answer.headers.get('access-control-expose-headers')).toBe('*')
    }
  })

  test('get no CORS headers if the operator allows only other origins', async () => {
    await gateway.setOption('relay_setting.browser_origins', 'https://app.example\nhttps://other.example')
    const let_in = await consoleCall('/v1/chat/completions', 'https://app.example')
    const left_out = await consoleCall('/v1/chat/completions', 'https://evil.example')
    await gateway.setOption('relay_setting.browser_origins', '')
    expect(sees(let_in)).toEqual({ status: 204, origin: 'https://app.example', credentials: null })
    expect(sees(left_out)).toEqual({ status: 204, origin: null, credentials: null })
    expect([let_in, left_out].map(({ headers }) => headers.get('vary'))).toEqual(['origin', 'origin'])
  })

  test.each([
    ['OPTIONS', '/api/user/login'],
    ['OPTIONS', '/api/user/self'],
    ['GET', '/api/status'],
    ['GET', '/'],
  ])('are told nothing by the console: %s %s', async (method, path) => {
    const answer = await fetch(gateway.url + path, {
      method,
      headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' },
    })
    expect(sees(answer)).toMatchObject({ origin: null, credentials: null })
  })
})
