import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { observers } from '../protocols/index.ts'
import { readRecordingFiles } from '../protocols/laws/recording-files.ts'
import { isSameModel } from './served-model.ts'

const SEED = 20_214

describe('an upstream served the requested model', () => {
  test.each([
    ['gpt-4o', 'gpt-4o-2024-08-06'],
    ['gpt-4', 'gpt-4-0613'],
    ['gpt-35-turbo', 'gpt-3.5-turbo-0125'],
    ['gpt-4-turbo-preview', 'gpt-4-turbo'],
    ['claude-3-5-sonnet-latest', 'claude-3-5-sonnet-20241022'],
    ['anthropic/claude-sonnet-4.5', 'anthropic/claude-4.5-sonnet-20250929'],
    ['us.anthropic.claude-3-5-sonnet-20241022-v2:0', 'claude-3-5-sonnet-20241022'],
    ['claude-sonnet-4-5@20250929', 'claude-sonnet-4-5-20250929'],
    ['gemini-2.5-pro-preview-03-25', 'models/gemini-2.5-pro'],
    ['gemini-1.5-flash', 'gemini-1.5-flash-002'],
    ['llama3.3-70b', 'meta-llama/Llama-3.3-70B-Instruct'],
    ['minimax/minimax-m2:free', 'minimax/minimax-m2'],
    ['deepseek-reasoner', 'deepseek-v4-flash'],
    ['ft:gpt-4o-mini-2024-07-18:org::abc', 'gpt-4o-mini-2024-07-18'],
    ['openrouter/auto', 'x-ai/grok-4'],
    ['ep-20250101-abcde', 'doubao-pro-32k'],
    ['', 'gpt-4o'],
  ])('%s: %s', (asked, served) => {
    expect(isSameModel(asked, served)).toBe(true)
  })
})

describe('an upstream served another model', () => {
  test.each([
    ['gpt-4o', 'gpt-4o-mini'],
    ['gpt-4o', 'gpt-4o-mini-2024-07-18'],
    ['gpt-4', 'gpt-3.5-turbo'],
    ['o3', 'o3-mini-2025-01-31'],
    ['gpt-5', 'gpt-5-nano-2025-08-07'],
    ['claude-opus-4-1', 'claude-sonnet-4-20250514'],
    ['claude-3-5-sonnet-20241022', 'claude-3-5-haiku-20241022'],
    ['gemini-2.5-pro', 'gemini-2.5-flash'],
    ['llama-3.3-70b', 'llama-3.1-8b'],
    ['deepseek-v3', 'deepseek-v2'],
    ['google/gemini-2.0-flash-exp:free', 'x-ai/grok-4'],
  ])('%s: %s', (asked, served) => {
    expect(isSameModel(asked, served)).toBe(false)
  })
})

test('dates, previews and hosts do not make another model, in any number', () => {
  const names = fc.constantFrom(
    'gpt-4o',
    'gpt-4.1-mini',
    'claude-sonnet-4-5',
    'gemini-2.5-flash',
    'mistral-large',
    'o3',
  )
  const suffixes = fc.array(
    fc.constantFrom('-2024-08-06', '-20250514', '-latest', '-preview', '-0613', '-001', '-exp', '-preview-03-25'),
    { maxLength: 2 },
  )
  const hosts = fc.constantFrom('', 'openai/', 'models/', 'accounts/fireworks/models/', 'publishers/x/models/')
  fc.assert(
    fc.property(names, names, suffixes, suffixes, hosts, hosts, (one, other, before, after, here, there) => {
      const asked = here + one + before.join('')
      const served = there + other + after.join('')
      expect(isSameModel(asked, served)).toBe(one === other)
      expect(isSameModel(served, asked)).toBe(one === other)
    }),
    { seed: SEED, numRuns: 1_000 },
  )
})

test('in all recordings, only a router’s choice is another model', () => {
  const found = new Set<string>()
  let compared = 0
  for (const { exchange } of readRecordingFiles()) {
    const { request, response } = exchange
    const asked = request?.body?.model ?? /models\/([^:/]+):/.exec(request?.path ?? '')?.[1]
    if (typeof asked !== 'string' || typeof response?.body !== 'object') continue
    const format = /chat\/completions/.test(request.path)
      ? 'openai-chat'
      : /messages/.test(request.path)
        ? 'anthropic-messages'
        : /enerateContent/.test(request.path)
          ? 'gemini'
          : 'openai-responses'
    const { model } = observers[format].whole(JSON.stringify(response.body))
    if (model === null) continue
    compared++
    if (!isSameModel(asked, model)) found.add(`${asked}: ${model}`)
  }
  expect(compared).toBeGreaterThan(100)
  for (const pair of found) expect(pair).toBe('google/gemini-2.0-flash-exp:free: x-ai/grok-4')
})
