import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { providers } from '../providers/index.ts'
import { isObject, type JsonObject } from '../raw/json.ts'
import type { Exchange } from './exchange.ts'

const PICTURE = { filename: 'a.png', bytes: Buffer.from('iVBORw0KGgo=', 'base64') }

/** Requests of clients in each format. */
const ASKED: Readonly<Record<string, JsonObject>> = {
  'openai-embeddings': { input: ['one', 'two'] },
  rerank: { query: 'q', documents: ['one', 'two'] },
  'openai-image-generations': { prompt: 'a cat' },
  'openai-image-edits': { prompt: 'a cat', image: PICTURE },
  'openai-speech': { input: 'Good morning', voice: 'v' },
  'openai-transcriptions': { file: PICTURE },
}

/** Responses of hosts, each with every member they are known to send. */
const ANSWERS: readonly JsonObject[] = [
  { request_id: 'r', output: { results: [{ index: 1, relevance_score: 0.5, url: 'https://up/1.png', code: 'c' }] } },
  { output: { task_status: 'FAILED', code: 'c', message: 'm' }, usage: { total_tokens: 1, image_count: 1 } },
  { output: { choices: [{ message: { content: [{ image: 'https://up/1.png' }] } }] }, code: 'c', message: 'm' },
  { data: { audio: 'cafe', image_urls: ['u'], image_base64: ['aa'] }, base_resp: { status_code: 1, status_msg: 'm' } },
  { extra_info: { usage_characters: 3 }, data: { audio: 'cafe' }, base_resp: { status_code: 0 } },
  { result: { text: 't', image: 'aa', words: [{ word: 'w', start: 0, end: 1 }], vtt: 'v' }, success: true },
  { result: null, success: false, errors: [{ code: 1, message: 'm' }] },
  { code: 3000, data: 'aaaa', message: 'm' },
  { data: [{ url: 'u', b64_image: 'aa', index: 0, embedding: [1, 2] }], usage: { output_tokens: 1 }, model: 'm' },
  {
    Response: { Data: [{ Embedding: [1], Index: 0 }], Usage: { PromptTokens: 1 }, Error: { Code: 'c', Message: 'm' } },
  },
]

const exchanges: { name: string; asked: JsonObject; exchange: Pick<Exchange, 'convertRequest'> }[] = providers.flatMap(
  ({ type, id, baseUrl = 'http://up', exchanges }) =>
    ['m-1', 'image', 'embedding', 'whisper'].flatMap(model => {
      const channel = { type, baseUrl, key: 'a|b', other: 'o', organization: '' }
      return Object.entries(exchanges?.(model, channel) ?? {}).flatMap(([format, exchange]) => {
        const asked = ASKED[format]
        return asked ? [{ name: `${id}, ${format}, ${model}`, asked, exchange: exchange as Exchange }] : []
      })
    }),
)

describe.each(exchanges)('$name', ({ asked, exchange }) => {
  const request = exchange.convertRequest(asked, 'theirs')
  const context = { model: 'ours', created: 1 }
  const readable = (answer: JsonObject) => {
    const told = request.convertResponse(answer, context)
    if (told === null) request.readError(answer)
    return told === null || isObject(told.body) || (told.body as unknown) instanceof Uint8Array
  }

  test('reads an answer of any shape, or reports that it is not one', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ANSWERS), fc.jsonValue({ maxDepth: 2 }), fc.nat(60), (answer, odd, place) => {
        expect(readable(replaced(answer, place, odd) as JsonObject)).toBe(true)
      }),
      { seed: 20261122, numRuns: 60 },
    )
  })

  test('reads an answer whose members are neither text nor a number', () => {
    for (const answer of ANSWERS)
      for (let place = 1; place < 14; place++)
        expect(readable(replaced(answer, place, { toString: 1 }) as JsonObject)).toBe(true)
  })
})

/** A value with the entry at one position replaced; the value itself has no position. */
function replaced(value: unknown, place: number, other: unknown): unknown {
  let left = place
  const walk = (inner: unknown, isTop: boolean): unknown => {
    if (!isTop && --left === 0) return other
    if (Array.isArray(inner)) return inner.map(item => walk(item, false))
    if (!isObject(inner)) return inner
    return Object.fromEntries(Object.entries(inner).map(([name, item]) => [name, walk(item, false)]))
  }
  return walk(value, true)
}
