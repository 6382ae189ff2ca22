import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { startWireUpstream } from '../../../test/support/wire-upstream.ts'

/** Messages requires an output limit; clients of other formats need not set one. */

const ANSWER = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude',
  content: [{ type: 'text', text: 'Hello' }],
  stop_reason: 'end_turn',
  usage: { input_tokens: 10, output_tokens: 5 },
}

let answer: () => object | Promise<object>
const upstream = startWireUpstream(() => answer())
let gateway: TestGateway

const MODELS = [
  'claude-sonnet-4-5',
  'claude-opus-4-1',
  'claude-opus-5',
  'claude-nobody-knows',
  'claude-set',
  'claude-bound',
]

beforeAll(async () => {
  gateway = await startGateway()
  await gateway.makeChannel({ type: 14, base_url: upstream.url, models: MODELS.join() })
  const same = JSON.stringify(Object.fromEntries(MODELS.map(model => [model, 1])))
  await gateway.setOption('ModelRatio', same)
  await gateway.setOption('CompletionRatio', same)
  await gateway.setOption('claude.default_max_tokens', '{"default":8192,"claude-set":3000}')
  await gateway.setOption('relay_setting.output_limits', '{"claude-bound":20000}')
})
beforeEach(() => {
  upstream.requests.length = 0
  answer = () => ANSWER
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

async function ask(
  body: object,
  cap = 10_000_000,
  token = gateway.makeToken({ unlimited_quota: false, remain_quota: cap }),
) {
  const { bearer } = await token
  return fetch(`${gateway.url}/v1/responses`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}` },
    body: JSON.stringify({ input: 'Hi', ...body }),
  })
}
const limits = () => upstream.requests.map(({ body }) => JSON.parse(body).max_tokens as number)

describe('an answer whose client set no limit', () => {
  test.each([
    ['claude-sonnet-4-5', 64_000],
    ['claude-opus-4-1', 32_000],
    ['claude-opus-5', 128_000],
    ['claude-nobody-knows', 8_192],
    ['claude-set', 3_000],
    ['claude-bound', 20_000],
  ])('of %s may have %d tokens', async (model, limit) => {
    const response = await ask({ model })
    expect(response.status).toBe(200)
    expect(limits()).toEqual([limit])
    expect(response.headers.get('x-tollgate-losses') ?? '').not.toContain('maxTokens')
  })

  test('keeps the limit of a client that sets one', async () => {
    await ask({ model: 'claude-sonnet-4-5', max_output_tokens: 77 })
    expect(limits()).toEqual([77])
  })

  test.each([true, false])('is as long as a small wallet can pay, streamed: %p', async stream => {
    const response = await ask({ model: 'claude-opus-5', stream }, 3_000)
    expect(response.status).toBe(200)
    await response.text()
    const [limit = 0] = limits()
    expect(limit).toBeGreaterThan(1_000)
    expect(limit).toBeLessThan(3_000)
    expect(response.headers.get('x-tollgate-losses')).toContain(`maxTokens: lowered to ${limit}`)
  })

  test('leaves some quota for concurrent calls', async () => {
    const gate = Promise.withResolvers<void>()
    const token = gateway.makeToken({ unlimited_quota: false, remain_quota: 40_000 })
    answer = async () => {
      if (upstream.requests.length === 3) gate.resolve()
      await gate.promise
      return ANSWER
    }
    const asked = [1, 2, 3].map(() => ask({ model: 'claude-opus-5', reasoning: { effort: 'high' } }, 0, token))
    const responses = await Promise.all(asked)
    gate.resolve()
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(Math.max(...limits())).toBeGreaterThan(8_192)
  })
})
