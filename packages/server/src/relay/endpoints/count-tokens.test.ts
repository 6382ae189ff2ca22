import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { LogOther } from '@tollgate/contract'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { startWireUpstream, type WireUpstream } from '../../../test/support/wire-upstream.ts'

let upstream: WireUpstream
let gateway: TestGateway
let bearer: string

beforeAll(async () => {
  upstream = startWireUpstream({
    '/v1/messages/count_tokens': () => ({ input_tokens: 41 }),
    '/v1beta/models/gemini-2.5-flash:countTokens': () => ({ totalTokens: 42 }),
    '/v1/publishers/anthropic/models/count-tokens:rawPredict': () => ({ input_tokens: 44 }),
    '/v1beta1/publishers/google/models/gemini-2.5-pro:countTokens': () => ({ totalTokens: 43 }),
  })
  gateway = await startGateway()
  const host = { base_url: upstream.url }
  await gateway.makeChannel({ ...host, type: 14, models: 'claude-sonnet-4-5,both' })
  await gateway.makeChannel({ ...host, type: 24, models: 'gemini-2.5-flash' })
  await gateway.makeChannel({ ...host, type: 41, models: 'gemini-2.5-pro,claude-opus-4-1-20250805', key: 'an API key' })
  await gateway.makeChannel({ ...host, type: 1, models: 'gpt-4o,both', priority: 9 })
  bearer = (await gateway.makeToken()).bearer
})

afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

const post = (path: string, body: object): Promise<Response> =>
  fetch(gateway.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}` },
    body: JSON.stringify(body),
  })

const HI = 'Good morning'
const tools = [{ name: 'find', input_schema: { type: 'object', properties: {} } }]

const asAnthropic = (model: string) =>
  post('/v1/messages/count_tokens', { model, system: 'Be brief', messages: [{ role: 'user', content: HI }], tools })

const asGemini = (model: string) =>
  post(`/v1beta/models/${model}:countTokens`, {
    generateContentRequest: {
      model: `models/${model}`,
      contents: [{ role: 'user', parts: [{ text: HI }] }],
      generationConfig: { temperature: 1, thinkingConfig: { thinkingBudget: 2000 } },
    },
  })

describe('tokens are counted by an upstream of another family', () => {
  const asked = {
    contents: [{ role: 'user', parts: [{ text: HI }] }],
    systemInstruction: { parts: [{ text: 'Be brief' }] },
    tools: [{ functionDeclarations: [{ name: 'find', parametersJsonSchema: { type: 'object', properties: {} } }] }],
  }

  test('for Anthropic’s clients by Gemini', async () => {
    const response = await asAnthropic('gemini-2.5-flash')
    expect(await response.json()).toEqual({ input_tokens: 42 })
    const generateContentRequest = { model: 'models/gemini-2.5-flash', ...asked }
    expect(upstream.lastJson()).toEqual({ generateContentRequest })
  })

  test('for Anthropic’s clients by Gemini on Vertex, which takes the request unwrapped', async () => {
    expect(await (await asAnthropic('gemini-2.5-pro')).json()).toEqual({ input_tokens: 43 })
    expect(upstream.lastJson()).toEqual(asked)
  })

  test('for Gemini’s clients by Claude, without what costs no tokens', async () => {
    const response = await asGemini('claude-sonnet-4-5')
    expect(response.headers.get('x-tollgate-losses')).toBeNull()
    expect(await response.json()).toEqual({ totalTokens: 41 })
    expect(upstream.lastJson()).toEqual({
      model: 'claude-sonnet-4-5',
      messages: [{ role: 'user', content: [{ type: 'text', text: HI }] }],
      thinking: { type: 'enabled', budget_tokens: 2000 },
    })
  })

  test('for Gemini’s clients by Claude on Vertex', async () => {
    expect(await (await asGemini('claude-opus-4-1-20250805')).json()).toEqual({ totalTokens: 44 })
    expect(upstream.lastJson()).toMatchObject({
      model: 'claude-opus-4-1@20250805',
      anthropic_version: expect.any(String),
    })
  })
})

describe('when no upstream counts, the answer is a declared estimate', () => {
  test.each([
    ['Anthropic’s clients', asAnthropic, 'input_tokens'],
    ['Gemini’s clients', asGemini, 'totalTokens'],
  ] as const)('to %s', async (_, consoleCall, member) => {
    const before = upstream.requests.length
    const response = await consoleCall('gpt-4o')
    expect(response.headers.get('x-tollgate-losses')).toBe('count: estimated')
    const { [member]: tokens, ...rest } = await response.json()
    expect(tokens).toBeWithin(10, 60)
    expect([rest, upstream.requests.length]).toEqual([{}, before])
  })

  test('it is logged and free', async () => {
    const response = await asAnthropic('gpt-4o')
    const rows = await gateway.logsOf(response)
    expect(rows).toMatchObject([{ quota: 0, prompt_tokens: 0, completion_tokens: 0 }])
    const other: LogOther = JSON.parse(rows[0]?.other ?? '')
    expect(other.losses).toEqual(['count: estimated'])
  })
})

test('an upstream that counts is preferred to an estimate, whatever its priority', async () => {
  expect(await (await asAnthropic('both')).json()).toEqual({ input_tokens: 41 })
})
