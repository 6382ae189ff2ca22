import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { WireFormat } from '../../protocols/index.ts'
import { patchJson } from '../../raw/patch-json.ts'
import { longestAnswer, outputLimitOf, thinkingBudget } from './output-limits.ts'

type Json = Record<string, unknown>
const limitOf = (format: WireFormat, body: Json, model = 'm') => outputLimitOf(format, model, name => body[name])

/** A body as sent after its limit was lowered. */
const lowered = (format: WireFormat, body: Json, tokens: number, model = 'm'): Json =>
  JSON.parse(patchJson(JSON.stringify(body), limitOf(format, body, model)?.lowered(tokens) ?? {}))

describe('the limit of an answer', () => {
  const NO_LIMIT = Number.POSITIVE_INFINITY

  test.each<[format: WireFormat, body: Json, tokens: number]>([
    ['openai-chat', { max_tokens: 9 }, 9],
    ['openai-chat', { max_tokens: 1 }, 1],
    ['openai-chat', { max_tokens: 9.2 }, 10],
    ['openai-chat', { max_tokens: 9, max_completion_tokens: 700 }, 700],
    ['openai-chat', { max_tokens: 700, max_completion_tokens: 9 }, 700],
    ['openai-chat', { max_tokens: null, max_completion_tokens: 9 }, 9],
    ['openai-chat', { max_tokens: 0 }, NO_LIMIT],
    ['openai-chat', { max_tokens: -1 }, NO_LIMIT],
    ['openai-chat', { max_tokens: '9' }, NO_LIMIT],
    ['openai-chat', { max_tokens: '9', max_completion_tokens: 9 }, NO_LIMIT],
    ['openai-chat', { max_output_tokens: 9 }, NO_LIMIT],
    ['openai-completions', { max_tokens: 9 }, 9],
    ['openai-responses', { max_output_tokens: 9, max_tokens: 700 }, 9],
    ['anthropic-messages', { max_tokens: 9 }, 9],
    ['cohere', { max_tokens: 9 }, 9],
    ['bedrock', { inferenceConfig: { maxTokens: 9 }, maxTokens: 700 }, 9],
    ['bedrock', { inferenceConfig: 9 }, NO_LIMIT],
    ['gemini', { generationConfig: { maxOutputTokens: 9 } }, 9],
    ['gemini', { generation_config: { max_output_tokens: 9 } }, 9],
    ['gemini', { generationConfig: { maxOutputTokens: 9, max_output_tokens: 700 } }, 700],
    ['gemini', { generationConfig: { maxOutputTokens: 9 }, generation_config: {} }, NO_LIMIT],
    ['gemini', {}, NO_LIMIT],
    ['gemini-interactions', { generation_config: { max_output_tokens: 9 } }, 9],
    ['gemini-interactions', { max_output_tokens: 9 }, NO_LIMIT],
    ['ernie', { max_output_tokens: 9 }, 9],
    ['dify', {}, NO_LIMIT],
    ['dify', { max_tokens: 9 }, NO_LIMIT],
  ])('in %s of %j is the largest that any member allows', (format, body, tokens) => {
    expect(limitOf(format, body)?.tokens).toBe(tokens)
  })

  test('is undefined if the request itself fixes the length of its answer', () => {
    expect(limitOf('openai-embeddings', { max_tokens: 9 })).toBeNull()
  })

  test.each<[format: WireFormat, least: number]>([
    ['openai-chat', 1],
    ['openai-completions', 1],
    ['openai-responses', 16],
    ['anthropic-messages', 1],
    ['gemini', 1],
    ['ernie', 2],
  ])('of %s may be %p at least', (format, least) => {
    expect(limitOf(format, {})?.least).toBe(least)
  })
})

test.each([
  ['an ASCII text', 'a'.repeat(1_000), 1_000],
  ['another text', '門'.repeat(1_000), 3_000],
  ['parts', [{ type: 'text', text: 'a'.repeat(1_000) }], 1_000],
])('beyond its limit an answer may have the tokens of a prediction, a byte each: %s', (_what, content, bytes) => {
  const found = limitOf('openai-chat', { max_tokens: 9, prediction: { type: 'content', content } }, 'gpt-4o')
  expect(found?.tokens).toBe(9)
  expect(found?.thinking).toBeGreaterThanOrEqual(bytes)
  expect(found?.thinking).toBeLessThan(bytes + 100)
})

test.each<[format: WireFormat, body: Json, answers: number]>([
  ['openai-chat', {}, 1],
  ['openai-chat', { n: 2 }, 2],
  ['openai-chat', { n: 2.5 }, 1],
  ['openai-chat', { n: '2' }, 1],
  ['openai-responses', { n: 2 }, 1],
  ['openai-completions', { n: 2, best_of: 3 }, 3],
  ['openai-completions', { n: 3, best_of: 2, prompt: ['a', 'b'] }, 6],
  ['openai-completions', { prompt: [[1, 2], [3]] }, 2],
  ['openai-completions', { prompt: [1, 2, 3] }, 1],
  ['openai-completions', { prompt: [] }, 1],
  ['openai-completions', { prompt: 'a' }, 1],
  ['gemini', { generationConfig: { candidateCount: 2 }, generation_config: { candidate_count: 3 } }, 3],
  ['gemini', { generationConfig: { candidate_count: 4 } }, 4],
])('a request in %s of %j asks for %p answers', (format, body, answers) => {
  expect(limitOf(format, body)?.answers).toBe(answers)
})

test.each<[format: WireFormat, canBeLowered: boolean]>([
  ['openai-chat', true],
  ['ernie', true],
  ['hunyuan', false],
  ['dify', false],
])('%s has a member for a limit: %p', (format, canBeLowered) => {
  const limit = limitOf(format, {})
  expect([limit?.canBeLowered, Object.keys(limit?.lowered(50) ?? {}).length > 0]).toEqual([canBeLowered, canBeLowered])
})

describe('lowering a limit', () => {
  test.each<[format: WireFormat, model: string, body: Json, after: Json]>([
    ['openai-chat', 'gpt-4o', {}, { max_tokens: 50 }],
    ['openai-chat', 'o3', {}, { max_completion_tokens: 50 }],
    ['openai-chat', 'openai/gpt-5-mini', {}, { max_completion_tokens: 50 }],
    ['openai-chat', 'gpt-4o', { max_completion_tokens: 90 }, { max_completion_tokens: 50 }],
    ['openai-chat', 'm', { max_tokens: 90, max_completion_tokens: 7 }, { max_tokens: 50, max_completion_tokens: 7 }],
    ['openai-chat', 'm', { max_tokens: 'many' }, { max_tokens: 50 }],
    ['openai-responses', 'm', { max_output_tokens: 90 }, { max_output_tokens: 50 }],
    ['bedrock', 'm', {}, { inferenceConfig: { maxTokens: 50 } }],
    ['bedrock', 'm', { inferenceConfig: { maxTokens: 90, topP: 1 } }, { inferenceConfig: { maxTokens: 50, topP: 1 } }],
    ['gemini', 'm', {}, { generationConfig: { maxOutputTokens: 50 } }],
    ['gemini', 'm', { generation_config: { topK: 1 } }, { generation_config: { topK: 1, maxOutputTokens: 50 } }],
    [
      'gemini',
      'm',
      { generationConfig: { maxOutputTokens: 90 }, generation_config: { max_output_tokens: 90 } },
      { generationConfig: { maxOutputTokens: 50 }, generation_config: { max_output_tokens: 50 } },
    ],
  ])('in %s of %s changes %j to %j', (format, model, body, after) => {
    expect(lowered(format, body, 50, model)).toEqual(after)
  })

  test.each<[limit: number, budget: number, thinking: Json]>([
    [3_000, 2_999, { type: 'enabled', budget_tokens: 2_999 }],
    [3_000, 3_000, { type: 'enabled', budget_tokens: 2_999 }],
    [1_025, 9_000, { type: 'enabled', budget_tokens: 1_024 }],
    [1_024, 9_000, { type: 'disabled' }],
  ])('to %p leaves a thinking budget of %p below it, and 1024 at least', (limit, budget, thinking) => {
    const before = { type: 'enabled', budget_tokens: budget }
    expect(lowered('anthropic-messages', { max_tokens: 64_000, thinking: before }, limit).thinking).toEqual(thinking)
    const fields = { additionalModelRequestFields: { thinking: before, top_k: 1 } }
    expect(lowered('bedrock', fields, limit).additionalModelRequestFields).toEqual({ thinking, top_k: 1 })
  })

  test('adds no members for thinking if there are none', () => {
    expect(lowered('anthropic-messages', { max_tokens: 90 }, 50)).toEqual({ max_tokens: 50 })
    expect(lowered('bedrock', { additionalModelRequestFields: { top_k: 1 } }, 50)).toEqual({
      additionalModelRequestFields: { top_k: 1 },
      inferenceConfig: { maxTokens: 50 },
    })
  })
})

/** From the makers' model pages. */
test.each([
  ['gpt-3.5-turbo', 4_096],
  ['gpt-4', 4_096],
  ['gpt-4-turbo', 4_096],
  ['gpt-4-1106-preview', 4_096],
  ['gpt-4o', 16_384],
  ['gpt-5-chat-latest', 16_384],
  ['gpt-4.1-mini', 32_768],
  ['o3', 100_000],
  ['openai/o4-mini', 100_000],
  ['gemini-1.5-pro', 8_192],
  ['gemini-2.0-flash', 8_192],
  ['gemini-2.5-pro', 65_536],
  ['claude-3-opus', 4_096],
  ['claude-3-5-haiku', 8_192],
  ['command-a-reasoning-08-2025', 32_000],
  ['nobody-knows', 131_072],
])('the longest answer of %s is %p tokens, or a known lower limit', (model, tokens) => {
  expect(longestAnswer(model, 1_000_000)).toBe(tokens)
  expect(longestAnswer(model, 1_000)).toBe(1_000)
})

test.each<[format: WireFormat, body: Json, most: number]>([
  ['anthropic-messages', { thinking: { type: 'enabled', budget_tokens: 2_000 } }, 2_000],
  ['anthropic-messages', { thinking: { type: 'enabled', budget_tokens: 0 } }, 0],
  ['anthropic-messages', { thinking: { type: 'enabled', budget_tokens: -1 } }, Number.POSITIVE_INFINITY],
  ['anthropic-messages', { thinking: { type: 'enabled', budget_tokens: '9' } }, Number.POSITIVE_INFINITY],
  ['anthropic-messages', { thinking: { type: 'adaptive', budget_tokens: 2_000 } }, Number.POSITIVE_INFINITY],
  ['bedrock', { additionalModelRequestFields: { thinking: { type: 'enabled', budget_tokens: 3_000 } } }, 3_000],
  ['openai-chat', { thinking: { type: 'enabled', budget_tokens: 2_000 } }, Number.POSITIVE_INFINITY],
])('a model thinks as much as a request in %s of %j allows', (format, body, most) => {
  expect(thinkingBudget(format, name => body[name])).toBe(most)
})

test.each<[model: string, body: Json, thinking: number]>([
  ['qwen3-235b-a22b', { max_tokens: 9 }, Number.POSITIVE_INFINITY],
  ['Qwen/Qwen3-8B', { max_tokens: 9, thinking_budget: 700 }, 700],
  ['qwen-plus', { max_tokens: 9, enable_thinking: false }, 0],
  ['qwq-plus', { max_tokens: 9, enable_thinking: false }, Number.POSITIVE_INFINITY],
  ['doubao-seed-1-6', { max_tokens: 9 }, Number.POSITIVE_INFINITY],
  ['doubao-seed-1-6', { max_tokens: 9, thinking: { type: 'disabled' } }, 0],
  ['deepseek-reasoner', { max_tokens: 9 }, 0],
])('a limit that does not include thinking at %s, in %j: %p tokens of it', (model, body, thinking) => {
  expect(limitOf('openai-chat', body, model)).toMatchObject({ tokens: 9, thinking })
})

test('all candidates of an answer count', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 128 }), fc.integer({ min: 1, max: 128 }), (n, best_of) => {
      for (const format of ['openai-chat', 'openai-completions'] as const)
        expect(limitOf(format, { n, best_of })?.answers).toBe(Math.max(n, best_of))
    }),
    { seed: 25 },
  )
})
