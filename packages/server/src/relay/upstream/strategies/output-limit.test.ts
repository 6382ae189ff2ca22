import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { startGateway, type TestGateway } from '../../../../test/support/gateway.ts'
import { startWireUpstream } from '../../../../test/support/wire-upstream.ts'

/** Hosts refuse a limit above a model's longest answer, but clients ask for the same limit whatever the model. */

const HELLO: Readonly<Record<string, object>> = {
  completions: {
    id: 'c',
    choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
  },
  messages: {
    id: 'm',
    type: 'message',
    role: 'assistant',
    content: [{ type: 'text', text: 'Hello' }],
    stop_reason: 'end_turn',
  },
  ':generateContent': {
    candidates: [{ content: { role: 'model', parts: [{ text: 'Hello' }] }, finishReason: 'STOP' }],
  },
}

const upstream = startWireUpstream(
  ({ path }) => Object.entries(HELLO).find(([end]) => path.split('?')[0]?.endsWith(end))?.[1] ?? {},
)
let gateway: TestGateway

const CHANNELS = [
  { type: 1, models: 'gpt-4o,gpt-nobody-knows,gpt-set' },
  { type: 14, models: 'claude-3-5-haiku-20241022,claude-set' },
  { type: 24, models: 'gemini-2.0-flash,gemini-set' },
]

beforeAll(async () => {
  gateway = await startGateway()
  await gateway.setOption('SelfUseModeEnabled', true)
  await gateway.setOption('relay_setting.output_limits', '{"gpt-set":10000,"claude-set":10000,"gemini-set":10000}')
  for (const channel of CHANNELS) await gateway.makeChannel({ ...channel, base_url: upstream.url })
})
beforeEach(() => {
  upstream.requests.length = 0
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

type Asked = (model: string, limit: number) => { path: string; body: object }

const CLIENTS: Readonly<Record<string, Asked>> = {
  chat: (model, limit) => ({
    path: '/v1/chat/completions',
    body: { model, max_completion_tokens: limit, messages: [{ role: 'user', content: 'Hi' }] },
  }),
  responses: (model, limit) => ({ path: '/v1/responses', body: { model, max_output_tokens: limit, input: 'Hi' } }),
  messages: (model, limit) => ({
    path: '/v1/messages',
    body: { model, max_tokens: limit, messages: [{ role: 'user', content: 'Hi' }] },
  }),
  gemini: (model, limit) => ({
    path: `/v1beta/models/${model}:generateContent`,
    body: { contents: [{ parts: [{ text: 'Hi' }] }], generationConfig: { maxOutputTokens: limit } },
  }),
}

/** Returns the limit that was sent, and its reported loss. */
async function limitFor(client: string, model: string, limit: number, more: object = {}) {
  const { bearer } = await gateway.makeToken()
  const { path, body } = CLIENTS[client]?.(model, limit) ?? {}
  const response = await fetch(gateway.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, ...more }),
  })
  await response.text()
  const sent = JSON.parse(upstream.requests.at(-1)?.body ?? '{}')
  const limits = [sent.max_tokens, sent.max_completion_tokens, sent.generationConfig?.maxOutputTokens]
  return {
    limit: limits.find(each => each !== undefined),
    sent,
    losses: response.headers.get('x-tollgate-losses') ?? '',
  }
}

const lowered = (limit: number) => `maxTokens: lowered to ${limit}`

describe('a limit above the longest answer of a model', () => {
  test.each([
    ['messages', 'gpt-4o', 16_384],
    ['gemini', 'gpt-4o', 16_384],
    ['messages', 'gpt-set', 10_000],
    ['chat', 'claude-3-5-haiku-20241022', 8_192],
    ['responses', 'claude-3-5-haiku-20241022', 8_192],
    ['gemini', 'claude-set', 10_000],
    ['messages', 'gemini-2.0-flash', 8_192],
    ['responses', 'gemini-set', 10_000],
    // in the host's own dialect only if the operator set a limit
    ['chat', 'gpt-set', 10_000],
    ['messages', 'claude-set', 10_000],
    ['gemini', 'gemini-set', 10_000],
  ])('of a %s client at %s is lowered to %d, and said', async (client, model, most) => {
    const { limit, losses } = await limitFor(client, model, 32_000)
    expect(limit).toBe(most)
    expect(losses).toContain(lowered(most))
  })

  test.each([
    ['messages', 'gpt-nobody-knows', 32_000],
    ['chat', 'gpt-4o', 32_000],
    ['messages', 'claude-3-5-haiku-20241022', 32_000],
    ['gemini', 'gemini-2.0-flash', 32_000],
    ['messages', 'gpt-4o', 16_384],
    ['messages', 'claude-set', 10_000],
  ])(
    'of a %s client at %s stays %d where none is known, or it is the host’s own word',
    async (client, model, asked) => {
      const { limit, losses } = await limitFor(client, model, asked)
      expect(limit).toBe(asked)
      expect(losses).not.toContain('maxTokens')
    },
  )

  test('lowers the thinking budget too', async () => {
    const { sent } = await limitFor('messages', 'claude-set', 32_000, {
      thinking: { type: 'enabled', budget_tokens: 20_000 },
    })
    expect(sent).toMatchObject({ max_tokens: 10_000, thinking: { type: 'enabled', budget_tokens: 9_999 } })
  })
})
