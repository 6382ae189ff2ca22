import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { startGateway, type TestGateway } from '../../../../test/support/gateway.ts'
import { refusedAddresses } from '../../../../test/support/refused-addresses.ts'
import { until } from '../../../../test/support/until.ts'
import { startWireUpstream, type WireUpstream } from '../../../../test/support/wire-upstream.ts'
import { makeOutbound } from '../../../platform/http/outbound.ts'
import { isPublicIp } from '../../../platform/http/public-address.ts'
import { fetchWorker } from '../../../platform/options/fetch-worker.ts'
import { buildAppContext } from '../../../start/build-app-context.ts'
import { mediaFetchers } from './fetch-media.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const BASE64 = PNG.toString('base64')
const typed = (contentType: string, body: Uint8Array<ArrayBuffer> = new Uint8Array(PNG)) =>
  new Response(body, { headers: { 'content-type': contentType } })

let upstream: WireUpstream
/** Plays a host on the public internet. */
let pictures: WireUpstream
let worker: WireUpstream
let gateway: TestGateway
let bearer: string

beforeAll(async () => {
  const chat = { choices: [{ message: { role: 'assistant', content: 'A cat' }, finish_reason: 'stop' }] }
  const message = { id: 'm', type: 'message', role: 'assistant', content: [{ type: 'text', text: 'A cat' }] }
  const claude = { ...message, stop_reason: 'end_turn', usage: { input_tokens: 1, output_tokens: 1 } }
  const generated = { candidates: [{ content: { parts: [{ text: 'A cat' }] }, finishReason: 'STOP' }] }
  const conversed = { output: { message: { role: 'assistant', content: [{ text: 'A cat' }] } }, stopReason: 'end_turn' }
  upstream = startWireUpstream({
    '/v1/chat/completions': () => chat,
    '/v1/messages': () => claude,
    '/model/eu.amazon.nova-lite-v1%3A0/converse': () => conversed,
    '/model/eu.anthropic.claude-sonnet-4-5-20250929-v1%3A0/invoke': () => claude,
    '/v1beta/models/gemini-2.0-flash:generateContent': () => generated,
    '/v1beta/models/gemini-2.5-flash:generateContent': () => generated,
  })
  pictures = startWireUpstream({
    '/cat.png': () => typed('image/png'),
    '/untold': () => typed('application/octet-stream'),
    '/page': () => typed('text/html', new TextEncoder().encode('<html>')),
    '/nothing.png': () => typed('image/png', new Uint8Array()),
    '/paper.pdf': () => typed('application/pdf', new TextEncoder().encode('%PDF-1.7')),
    '/huge.png': () => typed('image/png', new Uint8Array(21 * 1024 * 1024)),
    '/never': () => new Promise<Response>(() => {}),
    '/inside': () => Response.redirect('http://127.0.0.2/secret', 302),
  })
  worker = startWireUpstream({ '/fetch': () => typed('image/png') })

  gateway = await startGateway(undefined, withPublicLoopback)
  await gateway.setOption('SelfUseModeEnabled', true)
  const channel = (type: number, models: string, key = 'upstream-key') =>
    gateway.makeChannel({ type, base_url: upstream.url, models, key })
  await channel(1, 'gpt-4o')
  await channel(4, 'llava')
  await channel(14, 'claude-opus-4-6')
  await channel(24, 'gemini-2.0-flash,gemini-2.5-flash')
  await channel(33, 'nova-lite-v1:0,claude-sonnet-4-5-20250929', 'an-api-key|eu-central-1')
  bearer = (await gateway.makeToken()).bearer
})

/** 127.0.0.1 counts as public; the rest of loopback stays private. */
const withPublicLoopback: typeof buildAppContext = async environment => {
  const app = await buildAppContext(environment)
  const outbound = makeOutbound({
    worker: () => fetchWorker(app.options),
    isAllowed: ip => ip === '127.0.0.1' || isPublicIp(ip),
    resolve: async host => [{ address: host === 'inside.example' ? '10.0.0.1' : '127.0.0.1', family: 4 }],
  })
  return { ...app, relay: { ...app.relay, fetchMedia: mediaFetchers(outbound) } }
}

afterAll(async () => {
  await gateway.stop()
  for (const server of [upstream, pictures, worker]) await server.stop()
})

beforeEach(() => {
  for (const server of [upstream, pictures, worker]) server.requests.length = 0
})

const at = (path: string) => `http://pictures.example:${new URL(pictures.url).port}/${path}`

const post = (path: string, body: object, signal?: AbortSignal) =>
  fetch(gateway.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'accept-language': 'en' },
    body: JSON.stringify(body),
    signal,
  })

const chat = (model: string, urls: string[], signal?: AbortSignal) => {
  return post('/v1/chat/completions', { model, messages: [{ role: 'user', content: urls.map(inChat) }] }, signal)
}

const messages = (model: string, ...content: object[]) =>
  post('/v1/messages', { model, max_tokens: 9, messages: [{ role: 'user', content }] })

const inChat = (url: string) => ({ type: 'image_url', image_url: { url } })
const picture = (url: string) => ({ type: 'image', source: { type: 'url', url } })

describe('a picture given by URL', () => {
  test.each<[where: string, model: string, part: object]>([
    ['Bedrock', 'nova-lite-v1:0', { image: { format: 'png', source: { bytes: BASE64 } } }],
    [
      'Claude on Bedrock',
      'claude-sonnet-4-5-20250929',
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: BASE64 } },
    ],
    ['Ollama', 'llava', { type: 'image_url', image_url: { url: `data:image/png;base64,${BASE64}` } }],
    ['older Gemini', 'gemini-2.0-flash', { inlineData: { mimeType: 'image/png', data: BASE64 } }],
    [
      'Anthropic, which takes https alone',
      'claude-opus-4-6',
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: BASE64 } },
    ],
  ])('is fetched for %s', async (_where, model, part) => {
    expect((await chat(model, [at('cat.png')])).status).toBe(200)
    const { messages, contents } = upstream.lastJson() as Record<string, { content?: unknown; parts?: unknown }[]>
    const [turn] = messages ?? contents ?? []
    expect(turn?.content ?? turn?.parts).toEqual([part])
    expect(pictures.requests.map(({ path }) => path)).toEqual(['/cat.png'])
  })

  test('is fetched for a client of the host’s own dialect too', async () => {
    expect((await messages('claude-sonnet-4-5-20250929', picture(at('cat.png')))).status).toBe(200)
    expect(upstream.lastJson()).toMatchObject({
      messages: [{ content: [{ source: { type: 'base64', data: BASE64 } }] }],
    })
  })

  test.each<[path: string, body: (url: string) => object]>([
    ['/v1/chat/completions', url => ({ messages: [{ role: 'user', content: [inChat(url)] }] })],
    ['/v1/messages', url => ({ max_tokens: 9, messages: [{ role: 'user', content: [picture(url)] }] })],
    ['/v1/responses', url => ({ input: [{ role: 'user', content: [{ type: 'input_image', image_url: url }] }] })],
    [
      '/v1beta/models/nova-lite-v1:0:generateContent',
      url => ({ contents: [{ role: 'user', parts: [{ fileData: { fileUri: url, mimeType: 'image/png' } }] }] }),
    ],
  ])('is fetched for a client of %s', async (path, body) => {
    expect((await post(path, { model: 'nova-lite-v1:0', ...body(at('cat.png')) })).status).toBe(200)
    expect(JSON.stringify(upstream.lastJson())).toContain(`{"image":{"format":"png","source":{"bytes":"${BASE64}"}}}`)
  })

  test('is fetched inside the result of a tool', async () => {
    const response = await messages(
      'nova-lite-v1:0',
      { type: 'text', text: 'Look' },
      { type: 'tool_result', tool_use_id: 't', content: [picture(at('cat.png'))] },
    )
    expect(response.status).toBe(200)
    expect(JSON.stringify(upstream.lastJson())).toContain(BASE64)
  })

  test('that is named twice is fetched once', async () => {
    await chat('nova-lite-v1:0', [at('cat.png'), at('cat.png')])
    expect(pictures.requests).toHaveLength(1)
  })

  test('is left to upstreams that fetch it themselves', async () => {
    await chat('gemini-2.5-flash', [at('cat.png')])
    expect(upstream.lastJson()).toMatchObject({ contents: [{ parts: [{ fileData: { fileUri: at('cat.png') } }] }] })
    await messages('gpt-4o', picture(at('cat.png')))
    expect(JSON.stringify(upstream.lastJson())).toContain(at('cat.png'))
    expect(pictures.requests).toEqual([])
  })

  test('leaves a request with only YouTube videos unchanged', async () => {
    const film = { fileData: { fileUri: 'https://youtu.be/abc', mimeType: 'video/mp4' }, videoMetadata: { fps: 0.2 } }
    const asked = { contents: [{ parts: [{ text: 'What is it?' }, film] }], generationConfig: {} }
    await post('/v1beta/models/gemini-2.0-flash:generateContent', asked)
    expect(upstream.requests.at(-1)?.body.toString()).toBe(JSON.stringify(asked))
  })

  test('is recognised by its first bytes if the server names no type', async () => {
    await chat('nova-lite-v1:0', [at('untold')])
    expect(JSON.stringify(upstream.lastJson())).toContain('"format":"png"')
  })
})

test('a document given by URL is fetched for hosts that take only data', async () => {
  const document = { type: 'document', source: { type: 'url', url: at('paper.pdf') } }
  await messages('nova-lite-v1:0', document)
  expect(JSON.stringify(upstream.lastJson())).toContain('"format":"pdf"')
  await messages('gpt-4o', document)
  expect(JSON.stringify(upstream.lastJson())).toContain('"file_data":"data:application/pdf;base64,')
})

describe('a picture that cannot be fetched', () => {
  test.each<[why: string, path: string, says: string]>([
    ['is not there', 'no-such', 'its address answered 404'],
    ['is a page', 'page', 'did not return image data'],
    ['is empty', 'nothing.png', 'did not return image data'],
    ['is too large', 'huge.png', 'larger than 20 MiB'],
    ['leads inside', 'inside', 'not on the public internet'],
  ])('because it %s is told by its number', async (_why, path, says) => {
    const response = await chat('nova-lite-v1:0', [at('cat.png'), at(path)])
    expect(response.status).toBe(400)
    const { error } = await response.json()
    expect(error.type).toBe('invalid_request_error')
    expect(error.message).toContain('image 2')
    expect(error.message).toContain(says)
    expect(error.message).not.toMatch(/127\.0\.0|example/)
    expect(upstream.requests).toEqual([])
  })

  test('is reported in the client’s own dialect', async () => {
    const response = await messages('nova-lite-v1:0', picture(at('page')))
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { type: 'error', error: { type: 'invalid_request_error', message: expect.stringContaining('image 1') } },
    ])
  })

  test('because its host resolves to a private address is reported like one that does not answer', async () => {
    const tell = async (url: string) => (await (await chat('llava', [url])).json()).error.message.split(' (')[0]
    expect(await tell('http://inside.example/a.png')).toBe(await tell('http://pictures.example:9/a.png'))
  })

  test('does not count against the channel', async () => {
    const second = await gateway.makeChannel({ type: 4, base_url: worker.url, models: 'llava', priority: -1 })
    for (let times = 0; times < 10; times++) await chat('llava', [at('page')])
    expect((await chat('llava', [at('cat.png')])).status).toBe(200)
    expect([upstream.requests.length, worker.requests.length]).toEqual([1, 0])
    await gateway.consoleCall('DELETE', `/api/channel/${second.id}`)
  })
})

test('a user’s pictures are fetched four at a time, and a client that leaves frees its slot', async () => {
  const leaving = new AbortController()
  const calls = Array.from({ length: 10 }, () => chat('llava', [at('never')], leaving.signal).catch(() => 'gone'))
  await until(
    async () => pictures.requests.length,
    asked => asked >= 4,
  )
  // Calls without pictures are served; by then the others would have been fetched.
  for (let times = 0; times < 3; times++) expect((await chat('llava', [])).status).toBe(200)
  expect(pictures.requests.map(({ path }) => path)).toEqual(Array(4).fill('/never'))
  leaving.abort()
  expect(new Set(await Promise.all(calls))).toEqual(new Set(['gone']))
  expect((await chat('llava', [at('cat.png')])).status).toBe(200)
  expect(pictures.requests.at(-1)?.path).toBe('/cat.png')
})

const web = refusedAddresses.filter(address => /^https?:/.test(address) && !address.includes('127.0.0.1'))
test.each(web)('%s is never fetched', async address => {
  const response = await chat('llava', [address])
  expect(response.status).toBe(400)
  expect((await response.json()).error.message).toContain('not on the public internet')
  expect([upstream.requests, pictures.requests]).toEqual([[], []])
})

test('a request that names too many is refused', async () => {
  const response = await chat(
    'llava',
    Array.from({ length: 21 }, (_, at) => `https://pictures.example/${at}`),
  )
  expect((await response.json()).error.message).toContain('more than 20 files')
})

describe('if the operator has a worker', () => {
  beforeAll(async () => {
    await gateway.setOption('WorkerUrl', `${worker.url}/fetch`)
    await gateway.setOption('WorkerValidKey', 'worker-key')
  })
  afterAll(() => gateway.setOption('WorkerUrl', ''))

  test('it fetches, given the URL and its key', async () => {
    expect((await chat('llava', ['https://pictures.example/cat.png'])).status).toBe(200)
    expect(worker.lastJson()).toEqual({
      url: 'https://pictures.example/cat.png',
      key: 'worker-key',
      method: 'GET',
      headers: { accept: '*/*', 'user-agent': 'Tollgate' },
    })
    expect(JSON.stringify(upstream.lastJson())).toContain(BASE64)
  })

  test('it gets http URLs only if the operator allows them', async () => {
    expect((await chat('llava', [at('cat.png')])).status).toBe(400)
    expect(worker.requests).toEqual([])
    await gateway.setOption('WorkerAllowHttpImageRequestEnabled', true)
    expect((await chat('llava', [at('cat.png')])).status).toBe(200)
  })

  test('it gets no private addresses', async () => {
    expect((await chat('llava', ['https://169.254.169.254/latest'])).status).toBe(400)
    expect(worker.requests).toEqual([])
  })
})
