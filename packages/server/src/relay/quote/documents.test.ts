import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type EffectivePrice, type LogOther, type PricedModel, type QuoteReply, receiptOf } from '@tollgate/contract'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { startWireUpstream } from '../../../test/support/wire-upstream.ts'

/** The usage that the upstream reports for each chat. */
const USAGE = { prompt_tokens: 3_000, completion_tokens: 50, prompt_tokens_details: { cached_tokens: 1_200 } }
const upstream = startWireUpstream(({ path }) => {
  if (path.endsWith('/images/generations')) return { created: 1, data: [{ b64_json: 'AAAA' }, { b64_json: 'AAAA' }] }
  const message = { role: 'assistant', content: 'Hello' }
  return { id: 'c', object: 'chat.completion', choices: [{ index: 0, message, finish_reason: 'stop' }], usage: USAGE }
})

let gateway: TestGateway
let bearer: string
beforeAll(async () => {
  gateway = await startGateway()
  await gateway.makeChannel({ base_url: upstream.url, models: 'mine,gpt-4o,drawn' })
  bearer = (await gateway.makeToken()).bearer
})
beforeEach(async () => {
  for (const key of ['ModelPrices', 'ModelPrice', 'ModelRatio', 'CompletionRatio', 'CacheRatio'])
    await gateway.setOption(key, '{}')
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

const send = (path: string, body: object) =>
  fetch(gateway.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'accept-language': 'en' },
    body: JSON.stringify(body),
  })
async function call(path: string, body: object) {
  const answer = await send(path, body)
  await answer.text()
  const [row] = await gateway.logsOf(answer)
  if (!row) throw new Error('the call has no row')
  const other: LogOther = JSON.parse(row.other)
  return { quota: row.quota, other }
}
const chatOf = (model: string) => ({ model, messages: [{ role: 'user', content: 'Hi' }] })
const chat = (model: string) => call('/v1/chat/completions', chatOf(model))
const refusedChat = async (model: string) => (await send('/v1/chat/completions', chatOf(model))).json()
const setDocuments = (documents: object) => gateway.setOption('ModelPrices', JSON.stringify(documents))

const marginal = {
  tokens: { input: 2, output: 10, cache_read: 0.2 },
  tiers: [{ above: 2_000, input: 4, output: 20, cache_read: 0.4 }],
  marginal: true,
}

describe('the price document of a model', () => {
  test('is charged by, and the log row explains the charge line by line', async () => {
    await setDocuments({ mine: marginal })
    const { quota, other } = await chat('mine')
    const { lines, total } = receiptOf(other)
    expect(lines).toEqual([
      { line: 'cache_read', count: 1_200, ratio: 0.1, quota: 120 },
      { line: 'input', count: 800, ratio: 1, quota: 800 },
      { line: 'input', above: 2_000, count: 1_000, ratio: 2, quota: 2_000 },
      { line: 'output', above: 2_000, count: 50, ratio: 10, quota: 500 },
    ])
    expect([quota, total]).toEqual([3_420, 3_420])
  })

  test('takes effect with the next call, even after many calls', async () => {
    const charged: number[] = []
    for (const input of [2, 4, 6]) {
      await setDocuments({ mine: { ...marginal, tokens: { ...marginal.tokens, input } } })
      for (const _ of [1, 2]) charged.push((await chat('mine')).quota)
    }
    expect(charged).toEqual([3_420, 3_420, 4_220, 4_220, 5_020, 5_020])
    await setDocuments({})
    expect(await refusedChat('mine')).toMatchObject({ error: { code: 'model_price_missing' } })
  })

  test('overrides the price package, and the four options override it', async () => {
    await setDocuments({ 'gpt-4o': marginal, mine: { tokens: { input: 2, output: 10 } } })
    expect((await chat('gpt-4o')).quota).toBe(3_420)
    await gateway.setOption('CompletionRatio', '{"gpt-4o":1}')
    expect((await chat('gpt-4o')).quota).toBe(3_020)
    await gateway.setOption('ModelRatio', '{"mine":2}')
    expect((await chat('mine')).other).toMatchObject({ model_ratio: 2, completion_ratio: 5 })
    await gateway.setOption('ModelPrice', '{"gpt-4o":0.01}')
    expect((await chat('gpt-4o')).quota).toBe(5_000)
  })

  test('that ratios can express is charged and logged as ratios', async () => {
    await setDocuments({ mine: { tokens: { input: 2, output: 8, cache_read: 0.5 } } })
    const { other } = await chat('mine')
    expect(other).toMatchObject({ model_ratio: 1, completion_ratio: 4, cache_ratio: 0.25 })
    expect(other.price_lines).toBeUndefined()
  })

  test('is shown as a document in lists of ratios', async () => {
    await setDocuments({ mine: marginal, 'gpt-4o': { tokens: { input: 2, output: 8 } } })
    const effective = await gateway.consoleCall<EffectivePrice[]>('GET', '/api/pricing/effective')
    const byName = new Map(effective.map(price => [price.model, price]))
    expect(byName.get('mine')).toMatchObject({ source: 'document', ratio: null, price: null })
    expect(byName.get('mine')?.lines).toContainEqual({ line: 'input', usd: 4, per: 'million_tokens', above: 2_000 })
    expect(byName.get('gpt-4o')).toMatchObject({ source: 'document', ratio: 1, completion_ratio: 4 })
    const listed = await gateway.consoleCall<PricedModel[]>('GET', '/api/pricing')
    const mine = listed.find(({ model_name }) => model_name === 'mine')
    expect(mine).toMatchObject({ is_priced: true, model_ratio: 1, completion_ratio: 5 })
    expect(mine?.lines).toContainEqual({ line: 'output', usd: 20, per: 'million_tokens', above: 2_000 })
  })

  test('with images priced by size quotes the later charge, and has no price for a chat', async () => {
    await setDocuments({ drawn: { images: [{ size: '1024x1024', price: 0.03 }, { price: 0.06 }] } })
    const body = { model: 'drawn', prompt: 'A fox', n: 2, size: '1024x1024' }
    const quoted: QuoteReply = await (await send('/v1/quote?endpoint=/v1/images/generations', body)).json()
    const { quota, other } = await call('/v1/images/generations', body)
    expect([quoted.costs.expected.quota, quoted.hold.quota, quota]).toEqual([30_000, 30_000, 30_000])
    expect(quoted.price).toMatchObject({ source: 'document', ratio: null })
    expect(receiptOf(other).lines).toEqual([{ line: 'image', of: '1024x1024', count: 2, ratio: 15_000, quota: 30_000 }])
    expect(await refusedChat('drawn')).toMatchObject({ error: { code: 'model_price_missing' } })
  })

  test('is refused if malformed, and the previous one stays', async () => {
    await setDocuments({ mine: marginal })
    const absurd = { mine: { tokens: { input: 2, output: 10, cache_read: 3 } } }
    await expect(setDocuments(absurd)).rejects.toThrow('mine.tokens.cache_read: must not be more than input')
    expect((await chat('mine')).quota).toBe(3_420)
  })
})
