import { expect, test } from 'bun:test'
import { type Price, UNPRICED } from '@tollgate/gateway'
import fc from 'fast-check'
import { readAnthropicResult, readOpenAiResult, sumResults } from './results.ts'
import type { BatchTerms } from './terms.ts'

const prices = { limitsOf: () => ({ contextWindow: 1_000_000, output: 100_000 }) } as never // nothing else is read

const price = (modelRatio: number): Price => ({ ...UNPRICED, modelRatio }) as Price // it is a price by tokens

const model = (name: string, ratio: number) => ({ model: name, upstreamModel: name, requests: 1, price: price(ratio) })

const terms: BatchTerms = {
  username: 'u',
  tokenName: 't',
  group: 'default',
  groupRatio: 1,
  quotaPerUnit: 500_000,
  requestId: 'r',
  path: '/v1/messages/batches',
  priceShare: 0.5,
  models: [model('cheap', 1), model('dear', 900), model('middle', 30)],
  modelOf: { one: 0, two: 1, three: 2 },
}

const result = (customId: unknown) =>
  JSON.stringify({
    custom_id: customId,
    result: {
      type: 'succeeded',
      message: { type: 'message', content: [], usage: { input_tokens: 100, output_tokens: 20 } },
    },
  })

test('a result is charged by its request’s model; without a known request, by the dearest model', () => {
  const known = Object.entries(terms.modelOf ?? {})
  const ids = fc.oneof(fc.string(), fc.constantFrom('constructor', '__proto__', ' one', 'One', null, 7, [], 'two'))
  fc.assert(
    fc.property(ids, id => {
      const sum = sumResults(terms, readAnthropicResult, 'anthropic-messages', { prices })
      sum.add(result(id))
      const expected = known.find(([name]) => name === id)?.[1] ?? 1
      expect(sum.sums().map(one => one.terms.model)).toEqual([terms.models[expected]?.model ?? ''])
    }),
    { seed: 17, examples: [['one'], ['three'], ['\ufffd']] },
  )
})

test('where a host counts no input, a result has the mean of the estimates', () => {
  const only = { ...terms, models: [{ ...model('m', 1), inputTokens: 700 }], modelOf: { a: 0 } }
  const inputOf = (usage: object) => {
    const sum = sumResults(only, readOpenAiResult, 'openai-chat', { prices })
    const choices = [{ index: 0, message: { role: 'assistant', content: 'Yes.' }, finish_reason: 'stop' }]
    sum.add(JSON.stringify({ custom_id: 'a', response: { status_code: 200, body: { choices, ...usage } } }))
    return sum.sums().map(({ usage }) => usage.input)
  }
  expect(inputOf({})).toEqual([700])
  expect(inputOf({ usage: { prompt_tokens: 0, completion_tokens: 2, total_tokens: 2 } })).toEqual([700])
  expect(inputOf({ usage: { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 } })).toEqual([9])
})

test('with a price per call, each answer and image of a line counts', () => {
  const byCall = { kind: 'call', price: 0.01, toolPrices: {}, standingCalls: {} } as const
  const only = { ...terms, models: [{ ...model('m', 1), price: byCall }], modelOf: { a: 0 } }
  const line = (body: object) => JSON.stringify({ custom_id: 'a', response: { status_code: 200, body } })
  const choices = [0, 1, 2].map(index => ({
    index,
    message: { role: 'assistant', content: 'a' },
    finish_reason: 'stop',
  }))
  const usage = { prompt_tokens: 1, completion_tokens: 3, total_tokens: 4 }
  const chat = sumResults(only, readOpenAiResult, 'openai-chat', { prices })
  for (const body of [
    { choices, usage },
    { choices: choices.slice(0, 1), usage },
  ])
    chat.add(line(body))
  expect(chat.sums()).toMatchObject([{ succeeded: 2, answers: 4 }])
  const drawn = sumResults(only, readOpenAiResult, 'openai-image-generations', { prices })
  drawn.add(line({ created: 1, data: [{ url: 'https://example.com/a' }, { url: 'https://example.com/b' }] }))
  expect(drawn.sums()).toMatchObject([{ succeeded: 1, answers: 2 }])
})
