import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type LogOther, type PriceDocument, type QuoteReply, receiptOf } from '@tollgate/contract'
import fc from 'fast-check'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { startWireUpstream } from '../../../test/support/wire-upstream.ts'
import { setBalance } from '../../money/ledger/index.ts'
import { buildAppContext, type RunningApp } from '../../start/build-app-context.ts'

const SAID = 'The quick brown fox jumps over the lazy dog.'

/** An upstream that reports no usage, so that calls are charged by the gateway's own count, as quotes are. */
const upstream = startWireUpstream(({ path, body }) => {
  if (path.endsWith('/images/generations')) {
    const { n = 1 } = JSON.parse(body) as { n?: number }
    return { created: 1, data: Array.from({ length: n }, () => ({ b64_json: 'AAAA' })) }
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
  await gateway.makeChannel({ base_url: upstream.url, models: 'mine,same,dall-e-3' })
  bearer = (await gateway.makeToken()).bearer
  const { id } = await gateway.consoleCall<{ id: number }>('GET', '/api/user/self')
  await app.ledger.recall('user', id)
  await setBalance(app.db, { userId: id, balance: 1_000_000_000_000, now: app.now() })
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

const send = async (path: string, body: object) => {
  const answer = await fetch(gateway.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}` },
    body: JSON.stringify(body),
  })
  if (answer.status !== 200) throw new Error(await answer.text())
  return answer
}
async function call(path: string, body: object) {
  const answer = await send(path, body)
  await answer.text()
  const [row] = await gateway.logsOf(answer)
  if (!row) throw new Error('the call has no row')
  return { ...row, other: JSON.parse(row.other) as LogOther }
}
const quote = async (path: string, body: object): Promise<QuoteReply> =>
  (await send(`/v1/quote?endpoint=${encodeURIComponent(path)}`, body)).json() as Promise<QuoteReply>

function expectReceipt({ quota, other }: { quota: number; other: LogOther }): void {
  const { lines, rounding, total } = receiptOf(other)
  const millionths = lines.reduce((sum, line) => sum + Math.round(line.quota * 1e6), Math.round(rounding * 1e6))
  expect([total, millionths]).toEqual([quota, quota * 1e6])
}

const dollars = fc.integer({ min: 0, max: 90_000 }).map(thousandths => thousandths / 1_000)
const share = fc.constantFrom(0, 0.1, 0.25, 0.5, 1)
const tokens = fc
  .record({ input: dollars, output: dollars, share })
  .map(({ input, output, share }) => ({ input, output, cache_read: Math.round(input * share * 1e6) / 1e6 }))

const ofChats: fc.Arbitrary<PriceDocument> = fc
  .record(
    {
      tokens,
      tiers: fc.array(tokens, { minLength: 1, maxLength: 3 }),
      marginal: fc.boolean(),
      call: dollars,
    },
    { requiredKeys: ['tokens'] },
  )
  .map(({ tiers, marginal, ...rest }) => ({
    ...rest,
    ...(tiers && { tiers: tiers.map((prices, index) => ({ above: 10 * 4 ** index, ...prices })) }),
    ...(tiers && marginal && { marginal }),
  }))

const word = (...words: string[]) => fc.option(fc.constantFrom(...words), { nil: undefined })
const image = fc
  .record({ size: word('1024x1024', '1792x1024'), quality: word('standard', 'hd'), price: dollars })
  .map(({ size, quality, price }) => ({ price, ...(size && { size }), ...(quality && { quality }) }))
const ofImages: fc.Arbitrary<PriceDocument> = fc
  .array(image, { minLength: 1, maxLength: 4 })
  .map(images => ({ images }))

const price = (documents: Record<string, PriceDocument>, groupRatio: number) =>
  Promise.all([
    gateway.setOption('ModelPrices', JSON.stringify(documents)),
    gateway.setOption('GroupRatio', JSON.stringify({ default: groupRatio })),
  ])
const groupRatio = fc.constantFrom(0.33, 1, 1.7)
const text = fc.string({ minLength: 1, maxLength: 400, unit: fc.constantFrom(...'abc defgh.ij kl') })

test('a quote equals the later charge of a chat, and its hold covers it, by any document', async () => {
  await fc.assert(
    fc.asyncProperty(ofChats, groupRatio, text, async (document, ratio, content) => {
      await price({ mine: document }, ratio)
      const bodyOf = (limit: number) => ({ model: 'mine', messages: [{ role: 'user', content }], max_tokens: limit })
      const row = await call('/v1/chat/completions', bodyOf(99))
      const { costs, hold } = await quote('/v1/chat/completions', bodyOf(row.completion_tokens))
      expect([costs.greatest.output_tokens, costs.greatest.quota]).toEqual([row.completion_tokens, row.quota])
      expect(costs.none.quota).toBeLessThanOrEqual(row.quota)
      expect(hold.quota).toBeGreaterThanOrEqual(row.quota)
      expectReceipt(row)
    }),
    { seed: 2906, numRuns: 60 },
  )
}, 120_000)

test('a quote equals the later charge of images, by any lines of sizes and qualities', async () => {
  const asked = fc.record({
    n: fc.integer({ min: 1, max: 3 }),
    size: word('1024x1024', '1792x1024'),
    quality: word('hd'),
  })
  await fc.assert(
    fc.asyncProperty(ofImages, groupRatio, asked, async (document, ratio, { n, size, quality }) => {
      await price({ 'dall-e-3': document }, ratio)
      const body = { model: 'dall-e-3', prompt: 'A fox', n, ...(size && { size }), ...(quality && { quality }) }
      const { costs, hold } = await quote('/v1/images/generations', body)
      const row = await call('/v1/images/generations', body)
      expect([costs.none.quota, costs.expected.quota, costs.greatest.quota]).toEqual([row.quota, row.quota, row.quota])
      expect(hold.quota).toBeGreaterThanOrEqual(row.quota)
      expectReceipt(row)
    }),
    { seed: 2907, numRuns: 40 },
  )
}, 120_000)

test('a document and the ratios that say the same charge equally', async () => {
  const hundredths = fc.integer({ min: 1, max: 4_000 }).map(part => part / 100)
  await fc.assert(
    fc.asyncProperty(hundredths, hundredths, groupRatio, text, async (model, completion, ratio, content) => {
      const [input, output] = [model * 2, Number((model * 2 * completion).toFixed(9))]
      await price({ mine: { tokens: { input, output } } }, ratio)
      await gateway.setOption('ModelRatio', JSON.stringify({ same: model }))
      await gateway.setOption('CompletionRatio', JSON.stringify({ same: completion }))
      // Names of one length: our own count of a request includes the name.
      const chat = (model: 'mine' | 'same') =>
        call('/v1/chat/completions', { model, messages: [{ role: 'user', content }], max_tokens: 99 })
      const [byDocument, byRatios] = [await chat('mine'), await chat('same')]
      expect(byDocument.quota).toBe(byRatios.quota)
    }),
    { seed: 2908, numRuns: 25 },
  )
}, 120_000)
