import { describe, expect, test } from 'bun:test'
import { assert, boolean, constantFrom, dictionary, integer, property, record } from 'fast-check'
import { noUsage } from '../../canonical/usage.ts'
import { patchJson } from '../../raw/patch-json.ts'
import { readMembers } from '../../raw/read-members.ts'
import { estimateInput } from '../../usage/estimate-input.ts'
import { charge } from '../charge.ts'
import { priceOf } from '../price-of.ts'
import { outputFor, planHold, type SizedRequest } from './plan-hold.ts'

const SEED = 58
const tables = { ModelPrice: {}, ModelRatio: { m: 1 }, CompletionRatio: { m: 4 }, CacheRatio: {} }
const price = priceOf('m', tables, new Date('2026-08-20'))
if (!price) throw new Error('m has no price')
const terms = { price, groupRatio: 1, quotaPerUnit: 500_000 }
const LONGEST = 100_000

type Json = Record<string, unknown>

function sized(format: SizedRequest['format'], body: Json | string, more: Partial<SizedRequest> = {}): SizedRequest {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const member = (name: string) => readMembers(text, [name])[name]
  return {
    format,
    model: 'm',
    text,
    member,
    isStream: false,
    askedFormat: 'openai-chat',
    asked: {
      model: 'm',
      text,
      member,
      inputTokens: () => estimateInput(text),
      maxTokens: undefined,
      choices: 1,
      soundSeconds: 0,
    },
    limits: { contextWindow: 200_000, output: LONGEST },
    ...more,
  }
}

/** The limits an upstream of each format reads, as its maker documents them; of several, the largest counts. */
const READS: Partial<Record<SizedRequest['format'], { limits: string[]; answers: string[] }>> = {
  'openai-chat': { limits: ['max_tokens', 'max_completion_tokens'], answers: ['n', 'best_of'] },
  'openai-completions': { limits: ['max_tokens'], answers: ['n', 'best_of'] },
  'openai-responses': { limits: ['max_output_tokens'], answers: [] },
  'anthropic-messages': { limits: ['max_tokens'], answers: [] },
  cohere: { limits: ['max_tokens'], answers: [] },
  bedrock: { limits: ['inferenceConfig.maxTokens'], answers: [] },
  gemini: {
    limits: ['generationConfig', 'generation_config'].flatMap(holder => [
      `${holder}.maxOutputTokens`,
      `${holder}.max_output_tokens`,
    ]),
    answers: ['generationConfig.candidateCount', 'generation_config.candidate_count'],
  },
}
const FORMATS = Object.keys(READS) as (keyof typeof READS & SizedRequest['format'])[]

const at = (body: Json, path: string): unknown =>
  path.split('.').reduce<unknown>((found, name) => (found as Json | undefined)?.[name], body)

function mostWritten(format: SizedRequest['format'], body: Json): number {
  const { limits = [], answers = [] } = READS[format] ?? {}
  const said = limits.map(path => at(body, path)).filter(value => typeof value === 'number')
  const isUnheld = ['generationConfig', 'generation_config'].some(
    name => body[name] !== undefined && !/"max_?output_?tokens"/i.test(JSON.stringify(body[name])),
  )
  const each = said.length === 0 || (format === 'gemini' && isUnheld) ? LONGEST : Math.max(...said)
  const counts = answers.map(path => at(body, path)).filter(value => typeof value === 'number')
  return Math.min(each, LONGEST) * Math.max(1, ...counts)
}

const count = integer({ min: 1, max: 150_000 })
const members = dictionary(
  constantFrom(
    'max_tokens',
    'max_completion_tokens',
    'max_output_tokens',
    'maxOutputTokens',
    'maxTokens',
    'n',
    'best_of',
  ),
  count,
  { maxKeys: 4 },
)
const body = record({
  top: members,
  config: members,
  holder: constantFrom('generationConfig', 'generation_config', 'inferenceConfig'),
  answers: integer({ min: 1, max: 4 }),
  isEscaped: boolean(),
})

/** Parsers read names spelled with an escape as the same names. */
const escaped = (text: string) => text.replaceAll('"max', '"m\\u0061x')

describe('what a request may cost', () => {
  test(`is covered by the hold in any spelling (seed ${SEED})`, () => {
    const asked = record({ format: constantFrom(...FORMATS), body, quota: integer({ min: 1, max: 1_000_000 }) })
    assert(
      property(asked, ({ format, body: { top, config, holder, answers, isEscaped }, quota }) => {
        const counted = format === 'gemini' ? { candidateCount: answers } : {}
        const said: Json = { ...top, n: answers, [holder]: { ...config, ...counted }, text: 'Go on' }
        const written = isEscaped ? escaped(JSON.stringify(said)) : JSON.stringify(said)
        const plan = planHold(sized(format, written), terms)
        if (plan.cost(plan.least) > quota) return
        const held = Math.min(quota, plan.cost(plan.expected))
        const limit = plan.cost(plan.most) <= held ? null : plan.limitFor(outputFor(held, plan))
        const sent = JSON.parse(limit ? patchJson(written, limit.patches) : written) as Json
        expect(plan.cost(mostWritten(format, sent))).toBeLessThanOrEqual(held)
      }),
      { seed: SEED, numRuns: 2_000 },
    )
  })

  const planned = (format: SizedRequest['format'], body: Json, more: Partial<SizedRequest> = {}) =>
    planHold(sized(format, body, more), terms)

  test('at a price per call is that price for each requested answer', () => {
    const byCall = { kind: 'call' as const, price: 0.01, toolPrices: {}, standingCalls: {} }
    for (const n of [1, 5]) {
      const { cost, most } = planHold(sized('openai-chat', { n }), { ...terms, price: byCall })
      expect(cost(most)).toBe(5_000 * n)
    }
  })

  test('is a usual answer for a visible stream, and all it may write for unseen thinking', () => {
    const [limit, isStream] = [64_000, true]
    expect(planned('openai-chat', { max_tokens: limit }, { isStream }).expected).toBe(4_096)
    expect(planned('openai-chat', { max_tokens: limit }, { isStream, model: 'o3' }).expected).toBe(limit)
    expect(planned('openai-chat', { max_tokens: limit, reasoning_effort: 'high' }, { isStream }).expected).toBe(limit)
    const thinking = { type: 'enabled', budget_tokens: 10_000 }
    expect(
      planned('anthropic-messages', { max_tokens: limit, thinking }, { isStream, model: 'claude-x' }),
    ).toMatchObject({
      expected: 10_000 + 4_096,
      hidden: 10_000,
    })
  })

  test.each([
    ['gpt-5-chat', false],
    ['gpt-5.1', false],
    ['o3', true],
    ['gemini-3-pro', true],
    ['gemini-2.5-flash-lite', false],
    ['gemini-2.5-flash', true],
    ['grok-4', true],
    ['claude-x', true],
    ['nobody-knows', false],
  ])('for a stream of %s depends on whether it thinks unseen if the request does not say: %p', (model, isHidden) => {
    const { expected, most } = planned('openai-chat', { max_tokens: 64_000 }, { isStream: true, model })
    expect(expected === most).toBe(isHidden)
  })

  test('shortens a thinking budget with its limit, and removes one without room', () => {
    const plan = planned('anthropic-messages', {
      max_tokens: 64_000,
      thinking: { type: 'enabled', budget_tokens: 32_000 },
    })
    const lowered = (tokens: number) =>
      JSON.parse(
        patchJson('{"thinking":{"type":"enabled","budget_tokens":32000}}', plan.limitFor(tokens)?.patches ?? {}),
      )
    expect(lowered(2_000)).toEqual({ max_tokens: 2_000, thinking: { type: 'enabled', budget_tokens: 1_999 } })
    expect(lowered(500)).toEqual({ max_tokens: 500, thinking: { type: 'disabled' } })
  })

  test('counts one token per byte, cache writes at their price, and stored content as the whole window', () => {
    const input = (body: Json, format: SizedRequest['format'] = 'openai-chat') => planned(format, body).cost(0)
    expect(input({ user: '世'.repeat(1_000) })).toBe(JSON.stringify({ user: '' }).length + 3_000)
    expect(input({ user: 'x'.repeat(985), cache_control: 1 })).toBe(Math.ceil(1_014 * 1.25))
    expect(input({ previous_response_id: 'r' }, 'openai-responses')).toBe(200_000)
    // and ten searches
    expect(input({ tools: [{ google_search: {} }] }, 'gemini')).toBe(200_000 + 50_000)
    expect(input({ messages: [{ content: [{ type: 'file', file: { file_id: 'f' } }] }] })).toBe(200_000)
  })

  test('is never less than the charge, and hardly more', () => {
    const odd = { ...terms, price: { ...price, modelRatio: 0.123, completionRatio: 3.7 }, groupRatio: 0.9 }
    const body = { messages: [{ role: 'user', content: 'Go on' }] }
    const input = JSON.stringify(body).length
    for (let output = 0; output < 200; output++) {
      const { quota } = charge(odd, { usage: { ...noUsage(), input, output } })
      expect(planHold(sized('openai-chat', body), odd).cost(output) - quota).toBeWithin(0, 3)
    }
  })

  test('includes answers to all prompts of a text completion, and all candidates for the best', () => {
    expect(planned('openai-completions', { prompt: ['a', 'b'], n: 2, best_of: 3, max_tokens: 10 }).most).toBe(60)
    expect(planned('openai-completions', { prompt: [1, 2], max_tokens: 10 }).most).toBe(10)
  })
})
