import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type LogOther, type Page, type QuoteReply, quoteReply } from '@tollgate/contract'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { startWireUpstream } from '../../../test/support/wire-upstream.ts'
import { setBalance } from '../../money/ledger/index.ts'
import { buildAppContext, type RunningApp } from '../../start/build-app-context.ts'

const HI = { role: 'user', content: 'Good morning' }
const SAID = 'The quick brown fox jumps over the lazy dog, and the dog does not mind it at all, being lazy. '.repeat(2)

/** The amount held when the last call reached its upstream. */
let heldBy = 0

/** An upstream that reports no usage, so that calls are charged by the gateway's own count. */
const upstream = startWireUpstream(({ path }) => {
  heldBy = [...app.ledger.holds()].reduce((sum, { userAmount }) => sum + userAmount, 0)
  if (path.endsWith('/embeddings')) return { object: 'list', data: [{ object: 'embedding', index: 0, embedding: [1] }] }
  if (path.endsWith('/images/generations')) return { created: 1, data: [{ b64_json: 'AAAA' }, { b64_json: 'AAAA' }] }
  if (path.endsWith('/messages')) {
    const usage = { input_tokens: 0, output_tokens: 0 }
    const content = [{ type: 'text', text: SAID }]
    return { id: 'm', type: 'message', role: 'assistant', model: 'claude', content, stop_reason: 'end_turn', usage }
  }
  if (path.endsWith('/responses')) {
    const content = [{ type: 'output_text', text: SAID, annotations: [] }]
    const output = [{ type: 'message', id: 'm', role: 'assistant', status: 'completed', content }]
    return { id: 'r', object: 'response', status: 'completed', model: 'gpt-4o', output }
  }
  const message = { role: 'assistant', content: SAID }
  return { id: 'c', object: 'chat.completion', choices: [{ index: 0, message, finish_reason: 'stop' }] }
})

let gateway: TestGateway
let app: RunningApp
let bearer: string

beforeAll(async () => {
  gateway = await startGateway(undefined, async environment => {
    app = await buildAppContext(environment)
    return app
  })
  await gateway.makeChannel({ base_url: upstream.url, models: 'gpt-5-mini,gpt-4o,vectors,dall-e-3,unpriced' })
  await gateway.makeChannel({ type: 14, base_url: upstream.url, models: 'claude-sonnet-4-5' })
  await gateway.setOption('ModelRatio', '{"vectors":3}')
  await gateway.setOption('ModelPrice', '{"dall-e-3":0.04}')
  await gateway.setOption('GroupRatio', '{"default":1.5}')
  bearer = (await gateway.makeToken()).bearer
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

const send = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(gateway.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'accept-language': 'en', ...headers },
    body: JSON.stringify(body),
  })
const ask = (endpoint: string, body: object) => send(`/v1/quote?endpoint=${encodeURIComponent(endpoint)}`, body)
async function quote(endpoint: string, body: object): Promise<QuoteReply> {
  const answer = await ask(endpoint, body)
  expect(answer.status).toBe(200)
  return quoteReply.strict().parse(await answer.json())
}
async function call(endpoint: string, body: object) {
  const answer = await send(endpoint, body)
  expect(answer.status).toBe(200)
  await answer.text()
  const [row] = await gateway.logsOf(answer)
  if (!row) throw new Error('the call has no row')
  return { ...row, other: JSON.parse(row.other) as LogOther }
}

const BODIES: [endpoint: string, body: (limit: number) => object][] = [
  ['/v1/chat/completions', limit => ({ model: 'gpt-4o', messages: [HI], max_tokens: limit })],
  ['/v1/messages', limit => ({ model: 'claude-sonnet-4-5', messages: [HI], max_tokens: limit })],
  ['/v1/responses', limit => ({ model: 'gpt-4o', input: 'Good morning', max_output_tokens: limit, store: false })],
  [
    '/v1beta/models/gpt-4o:generateContent',
    limit => ({ contents: [{ parts: [{ text: 'Good morning' }] }], generationConfig: { maxOutputTokens: limit } }),
  ],
]

describe('a quote', () => {
  test.each(BODIES)('of %s equals the later charge and names the hold', async (endpoint, bodyOf) => {
    const { completion_tokens, quota } = await call(endpoint, bodyOf(99))
    const { costs, hold, price } = await quote(endpoint, bodyOf(completion_tokens))
    expect(costs.greatest.output_tokens).toBe(completion_tokens)
    expect([costs.greatest.quota, costs.expected.quota]).toEqual([quota, quota])
    expect(costs.none.quota).toBeLessThan(quota)
    expect(costs.greatest.most_quota).toBeGreaterThanOrEqual(quota)
    await call(endpoint, bodyOf(completion_tokens))
    expect(hold.quota).toBe(heldBy)
    expect(hold.usd).toBe(heldBy / 500_000)
    expect(price).toMatchObject({ source: 'package', group: 'default', group_ratio: 1.5 })
  })

  test('of a call not answered in text equals the later charge, whatever the output', async () => {
    const images = { model: 'dall-e-3', prompt: 'A fox', n: 2, size: '1024x1792' }
    const vectors = { model: 'vectors', input: 'Good morning' }
    for (const [endpoint, body] of [
      ['/v1/images/generations', images],
      ['/v1/embeddings', vectors],
    ] as const) {
      const { costs, hold } = await quote(endpoint, body)
      const { quota } = await call(endpoint, body)
      expect([costs.none.quota, costs.expected.quota, costs.greatest.quota]).toEqual([quota, quota, quota])
      expect(hold.quota).toBe(heldBy)
    }
  })

  test('names the price it uses', async () => {
    const { price } = await quote('/v1/chat/completions', {
      model: 'gpt-5-mini',
      messages: [HI],
      service_tier: 'priority',
    })
    expect(price).toMatchObject({ source: 'package', ratio: 0.125, service_factors: { 'service_tier=priority': 1.8 } })
    expect(price.lines.slice(0, 2)).toEqual([
      { line: 'input', usd: 0.25, per: 'million_tokens' },
      { line: 'cache_read', usd: 0.025, per: 'million_tokens' },
    ])
    const image = await quote('/v1/images/generations', { model: 'dall-e-3', prompt: 'A fox' })
    expect(image.price).toMatchObject({ source: 'options', ratio: null })
    expect(image.price.lines[0]).toEqual({ line: 'call', usd: 0.04, per: 'call' })
  })

  test('is for Chat Completions by default, and for Messages with their header', async () => {
    const chat = await send('/v1/quote', { model: 'gpt-4o', messages: [HI] })
    expect(await chat.json()).toMatchObject({ endpoint: '/v1/chat/completions' })
    const claude = { model: 'claude-sonnet-4-5', messages: [HI], max_tokens: 9 }
    const messages = await send('/v1/quote', claude, { 'anthropic-version': '2023-06-01' })
    expect(await messages.json()).toMatchObject({ endpoint: '/v1/messages' })
  })

  test('calls no upstream, holds nothing and writes no row, whether it succeeds or is refused', async () => {
    const rows = async () => (await gateway.consoleCall<Page<object>>('GET', '/api/log/?p=1')).total
    const balance = () => gateway.consoleCall<{ quota: number }>('GET', '/api/user/self').then(({ quota }) => quota)
    const before = [await rows(), await balance(), upstream.requests.length]
    await quote('/v1/chat/completions', { model: 'gpt-4o', messages: [HI] })
    const refused = [
      await ask('/v1/chat/completions', { model: 'unpriced', messages: [HI] }),
      await ask('/v1/chat/completions', { model: 'nobody serves it', messages: [HI] }),
      await ask('/v1/messages/count_tokens', { model: 'gpt-4o', messages: [HI] }),
      await ask('https://example.com/v1/chat/completions', { model: 'gpt-4o', messages: [HI] }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([400, 404, 400, 400])
    expect(await refused[3]?.json()).toMatchObject({ error: { code: 'quote_endpoint_unknown' } })
    expect([...app.ledger.holds()]).toEqual([])
    expect([await rows(), await balance(), upstream.requests.length]).toEqual(before)
  })

  test('of a request whose picture must be fetched first is refused with a clear sentence', async () => {
    const picture = { type: 'image_url', image_url: { url: 'http://127.0.0.1:9/fox.png' } }
    const messages = [{ role: 'user', content: [picture] }]
    const refused = await ask('/v1/chat/completions', { model: 'claude-sonnet-4-5', messages, max_tokens: 9 })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ error: { code: 'quote_needs_media' } })
  })

  test('needs a balance above zero and counts against the call limit', async () => {
    const { id } = await gateway.consoleCall<{ id: number }>('GET', '/api/user/self')
    const fill = async (balance: number) => {
      await app.ledger.recall('user', id)
      await setBalance(app.db, { userId: id, balance, now: app.now() })
    }
    const chat = { model: 'gpt-4o', messages: [HI] }
    await fill(0)
    expect((await ask('/v1/chat/completions', chat)).status).toBe(403)
    await fill(1)
    expect((await ask('/v1/chat/completions', chat)).status).toBe(200)
    await gateway.setOption('ModelRequestRateLimitCount', 2)
    await gateway.setOption('ModelRequestRateLimitEnabled', true)
    const statuses = []
    for (const _ of [1, 2, 3]) statuses.push((await ask('/v1/chat/completions', chat)).status)
    await gateway.setOption('ModelRequestRateLimitEnabled', false)
    expect(statuses).toEqual([200, 200, 429])
  })
})
