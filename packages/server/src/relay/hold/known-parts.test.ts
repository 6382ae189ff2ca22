import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Channel } from '@tollgate/contract'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { startWireUpstream, type WireUpstream } from '../../../test/support/wire-upstream.ts'

type Json = Record<string, unknown>

const WINDOW = 200_000
/** Pays for many short calls, but not for a whole context window. */
const CAP = 20_000

const ADDRESS = 'https://example.com/a'
const said = { type: 'text', text: 'Hello' }
const user = (content: unknown) => [{ role: 'user', content }]
const tools = (...given: Json[]) => ({ messages: user('Hello'), tools: given })
const parts = (...given: Json[]): Json => ({ contents: [{ role: 'user', parts: [{ text: 'Hello' }, ...given] }] })

const CHAT = '/v1/chat/completions'
const RESPONSES = '/v1/responses'
const MESSAGES = '/v1/messages'
const geminiPath = (model: string) => `/v1beta/models/${model}:generateContent`

/** Parts of requests that no list knows, in the upstream's own format and converted. */
const UNKNOWN: readonly [path: string, model: string, body: Json, secret: string, told: string][] = [
  [CHAT, 'chat', { messages: user('Hello'), enable_search: true }, 'enable_search', '"enable_search"'],
  [
    CHAT,
    'chat',
    { messages: user([said, { type: 'video_url', video_url: { url: ADDRESS } }]) },
    ADDRESS,
    '"messages.content.video_url"',
  ],
  [CHAT, 'chat', tools({ type: 'retrieval_of_nobody', id: 'k1' }), 'k1', '"tools.retrieval_of_nobody"'],
  [
    CHAT,
    'messages',
    { messages: user([said, { type: 'image_url', image_url: { url: ADDRESS } }]) },
    ADDRESS,
    '"messages.content.image.source.url"',
  ],
  [RESPONSES, 'responses', { input: 'Hello', tools: [{ type: 'x_search' }] }, 'x_search', '"tools.x_search"'],
  [
    RESPONSES,
    'responses',
    {
      input: [
        { role: 'user', content: 'Hello' },
        { type: 'item_reference', id: 'msg_1' },
      ],
    },
    'msg_1',
    '"input.item_reference"',
  ],
  [
    RESPONSES,
    'chat',
    {
      input: user([
        { type: 'input_text', text: 'a' },
        { type: 'input_image', image_url: ADDRESS },
      ]),
    },
    ADDRESS,
    '"input.content.input_image.image_url"',
  ],
  [
    MESSAGES,
    'messages',
    { max_tokens: 50, ...tools({ type: 'tool_of_nobody_20260301', name: 'fetch_all' }) },
    'tool_of_nobody',
    '"tools.tool_of_nobody_20260301"',
  ],
  [
    MESSAGES,
    'chat',
    { max_tokens: 50, messages: user([said, { type: 'image', source: { type: 'url', url: ADDRESS } }]) },
    ADDRESS,
    '"messages.content.image_url.image_url.url"',
  ],
  [
    geminiPath('gemini'),
    'gemini',
    { ...parts(), tools: [{ toolOfNobody: {} }] },
    'toolOfNobody',
    '"tools.toolOfNobody"',
  ],
  [geminiPath('gemini'), 'gemini', parts({ fileData: { fileUri: 'gs://b/a' } }), 'gs://', '"contents.parts.fileData"'],
]

const counted = { input_tokens: 20, output_tokens: 1 }
const choice = { index: 0, message: { role: 'assistant', content: 'a' }, finish_reason: 'stop' }
const candidate = { content: { role: 'model', parts: [{ text: 'a' }] }, finishReason: 'STOP' }
const shown = { type: 'message', role: 'assistant', content: [said], stop_reason: 'end_turn' }

function answerOf(path: string): object {
  if (path.includes('generateContent'))
    return { candidates: [candidate], usageMetadata: { promptTokenCount: 20, candidatesTokenCount: 1 } }
  if (path.endsWith('/responses'))
    return { id: 'r', object: 'response', status: 'completed', output: [], usage: counted }
  if (path.endsWith('/messages')) return { id: 'm', ...shown, usage: counted }
  const usage = { prompt_tokens: 20, completion_tokens: 1, total_tokens: 21 }
  return { id: 'c', object: 'chat.completion', choices: [choice], usage }
}

describe('an unknown part of a request', () => {
  let upstream: WireUpstream
  let gateway: TestGateway
  let channels: Channel[]

  beforeAll(async () => {
    upstream = startWireUpstream(({ path }) => answerOf(path))
    gateway = await startGateway()
    channels = [
      await gateway.makeChannel({ type: 1, base_url: upstream.url, models: 'chat,responses' }),
      await gateway.makeChannel({ type: 14, base_url: upstream.url, models: 'messages' }),
      await gateway.makeChannel({ type: 24, base_url: upstream.url, models: 'gemini' }),
    ]
    const models = ['chat', 'responses', 'messages', 'gemini']
    const each = (value: number) => JSON.stringify(Object.fromEntries(models.map(model => [model, value])))
    await gateway.setOption('ModelRatio', each(1))
    await gateway.setOption('CompletionRatio', each(1))
    await gateway.setOption('relay_setting.context_windows', each(WINDOW))
  })
  afterAll(async () => {
    await gateway.stop()
    await upstream.stop()
  })

  const allow = async (setting: object, more: object = {}) => {
    for (const { id } of channels)
      await gateway.consoleCall('PUT', '/api/channel/', { id, setting: JSON.stringify(setting), ...more })
  }
  async function ask(path: string, body: Json) {
    const { bearer } = await gateway.makeToken({ unlimited_quota: false, remain_quota: CAP })
    const before = upstream.requests.length
    const response = await fetch(gateway.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    await response.text()
    return {
      status: response.status,
      sent: upstream.requests.slice(before).map(({ body }) => body),
      losses: response.headers.get('x-tollgate-losses') ?? '',
    }
  }

  test.each(UNKNOWN)('%s of %s: %j holds the window or is not sent', async (path, model, body, secret, told) => {
    const asked = { ...(!path.includes('models/') && { model, max_tokens: 50 }), ...body }
    await allow({})
    expect(await ask(path, asked)).toMatchObject({ status: path === MESSAGES ? 402 : 403, sent: [] })
    await allow({ known_parts_only: true })
    const { status, sent, losses } = await ask(path, asked)
    expect([status, sent.length]).toEqual([200, 1])
    expect(sent[0]).not.toContain(secret)
    expect(sent[0]).toMatch(/Hello|"a"/)
    expect(losses).toContain(told)
  })

  test('is removed from a large body, whose hold covers only the rest', async () => {
    await allow({ known_parts_only: true })
    const long = 'long '.repeat(3_000)
    const { status, sent } = await ask(CHAT, {
      model: 'chat',
      max_tokens: 50,
      messages: user([{ type: 'text', text: long }]),
      data_sources: Array.from({ length: 200_000 }, () => 'far away'),
    })
    expect(status).toBe(200)
    expect(sent[0]?.length).toBeWithin(long.length, long.length + 500)
  })

  test('is sent if the operator’s override sets it', async () => {
    await allow({ known_parts_only: true }, { param_override: '{"operators_own":1}' })
    const { bearer } = await gateway.makeToken()
    const response = await fetch(gateway.url + CHAT, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'chat', messages: user('Hello'), enable_search: true }),
    })
    expect(response.status).toBe(200)
    expect(upstream.lastJson()).toEqual({ model: 'chat', messages: user('Hello'), operators_own: 1 })
    await allow({}, { param_override: '' })
  })
})
