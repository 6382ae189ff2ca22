import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Log, LogOther, Page } from '@tollgate/contract'
import OpenAI from 'openai'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { startWireUpstream, type WireUpstream } from '../../../test/support/wire-upstream.ts'

const VECTORS = [
  [0.5, -1],
  [2, 3],
]
const bytesOf = (vector: number[]) => Buffer.from(Float32Array.from(vector).buffer).toString('base64')

let upstream: WireUpstream
let gateway: TestGateway
let bearer: string
let openai: OpenAI

beforeAll(async () => {
  upstream = startWireUpstream({
    '/v1/embeddings': ({ body }) => {
      const { encoding_format } = JSON.parse(body)
      const data = VECTORS.map((vector, index) => ({
        object: 'embedding',
        index,
        embedding: encoding_format === 'base64' ? bytesOf(vector) : vector,
      }))
      return { object: 'list', model: 'm', data, usage: { prompt_tokens: 8, total_tokens: 8 } }
    },
    '/v1beta/models/theirs:batchEmbedContents': () => ({ embeddings: VECTORS.map(values => ({ values })) }),
    '/v2/embed': () => ({ embeddings: { float: VECTORS }, meta: { billed_units: { input_tokens: 8 } } }),
    '/api/embed': () => ({ model: 'theirs', embeddings: VECTORS, prompt_eval_count: 8 }),
    '/v2/rerank': () => ({
      id: 'r',
      results: [{ index: 1, relevance_score: 0.9 }],
      meta: { billed_units: { search_units: 2 } },
    }),
    '/v1/rerank': () => ({ id: 'r', results: [{ index: 0, relevance_score: 0.4 }], usage: { total_tokens: 30 } }),
  })
  gateway = await startGateway()
  const mapped = { base_url: upstream.url, model_mapping: JSON.stringify({ gemini: 'theirs', ollama: 'theirs' }) }
  await gateway.makeChannel({ ...mapped, type: 1, models: 'openai' })
  await gateway.makeChannel({ ...mapped, type: 24, models: 'gemini' })
  await gateway.makeChannel({ ...mapped, type: 34, models: 'cohere,cohere-rerank' })
  await gateway.makeChannel({ ...mapped, type: 4, models: 'ollama' })
  await gateway.makeChannel({ ...mapped, type: 38, models: 'jina' })
  await gateway.setOption('ModelRatio', JSON.stringify({ openai: 1, gemini: 1, cohere: 1, ollama: 1, jina: 1 }))
  await gateway.setOption('ModelPrice', JSON.stringify({ 'cohere-rerank': 0.002 }))
  bearer = (await gateway.makeToken()).bearer
  openai = new OpenAI({ apiKey: bearer, baseURL: `${gateway.url}/v1`, maxRetries: 0 })
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

async function lastLog(): Promise<Log & { parsed: LogOther }> {
  const { items } = await gateway.consoleCall<Page<Log>>('GET', '/api/log/')
  const [row] = items.filter(log => log.request_id !== '') as [Log]
  return { ...row, parsed: JSON.parse(row.other) }
}

describe('OpenAI’s client', () => {
  for (const model of ['openai', 'gemini', 'cohere', 'ollama']) {
    test(`gets ${model}’s embeddings, as numbers or bytes, and pays for the input`, async () => {
      const consoleCall = { model, input: ['a cat', 'a dog'] }
      const inBytes = await openai.embeddings.create(consoleCall)
      const inNumbers = await openai.embeddings.create({ ...consoleCall, encoding_format: 'float' })
      for (const { data } of [inBytes, inNumbers]) expect(data.map(({ embedding }) => embedding)).toEqual(VECTORS)
      const row = await lastLog()
      // Gemini's answer reports nothing
      const tokens = model === 'gemini' ? row.prompt_tokens : 8
      expect(tokens).toBeGreaterThan(0)
      expect(row).toMatchObject({ prompt_tokens: tokens, completion_tokens: 0, quota: tokens, model_name: model })
      expect(row.parsed.usage_source).toBe(model === 'gemini' ? 'estimated' : undefined)
    })
  }

  test('gets an error of its own shape if tokens cannot be embedded', async () => {
    const refused = await openai.embeddings.create({ model: 'cohere', input: [1, 2] }).catch(error => error)
    expect(refused).toMatchObject({ status: 400, message: expect.stringContaining('takes texts, not tokens') })
  })
})

test('Gemini’s clients get OpenAI’s embeddings', async () => {
  const response = await post('/v1beta/models/openai:batchEmbedContents', {
    requests: ['a cat', 'a dog'].map(text => ({ model: 'models/openai', content: { parts: [{ text }] } })),
  })
  expect(await response.json()).toEqual({
    embeddings: VECTORS.map(values => ({ values })),
    usageMetadata: { promptTokenCount: 8 },
  })
  expect(upstream.lastJson()).toEqual({ model: 'openai', input: ['a cat', 'a dog'], encoding_format: 'float' })
})

describe('a reranking', () => {
  const asked = { query: 'pets', documents: ['a cat', { text: 'a dog' }], top_n: 1, return_documents: true }

  test('by Cohere is returned in Jina’s shape, and costs its searches', async () => {
    const response = await post('/v1/rerank', { model: 'cohere-rerank', ...asked })
    expect(await response.json()).toEqual({
      id: 'r',
      object: 'list',
      model: 'cohere-rerank',
      results: [{ index: 1, relevance_score: 0.9, document: { text: 'a dog' } }],
      meta: { billed_units: { search_units: 2 } },
    })
    const row = await lastLog()
    expect(row).toMatchObject({ quota: 2_000, model_name: 'cohere-rerank' })
    expect(row.parsed).toMatchObject({ model_price: 0.002, call_count: 2 })
  })

  test('by Jina is returned unchanged, and costs its tokens', async () => {
    const body = { model: 'jina', ...asked }
    const response = await post('/v1/rerank', body)
    expect(await response.json()).toMatchObject({ results: [{ index: 0 }], usage: { total_tokens: 30 } })
    expect(upstream.lastJson()).toEqual(body)
    expect(await lastLog()).toMatchObject({ quota: 30, prompt_tokens: 30 })
  })
})
