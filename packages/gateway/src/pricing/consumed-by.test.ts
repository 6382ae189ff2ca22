import { describe, expect, test } from 'bun:test'
import type { Charged } from '@tollgate/contract'
import fc from 'fast-check'
import { noUsage, type Usage } from '../canonical/usage.ts'
import { newTally, type Tally } from '../observers/tally.ts'
import { clampUsage } from './clamp-usage.ts'
import { addUnseenReasoning, consumedBy, type EndedCall } from './consumed-by.ts'
import { UNPRICED } from './price-of.ts'

const call = {
  model: 'm',
  text: '{}',
  member: () => undefined,
  inputTokens: () => 77,
  maxTokens: undefined,
  choices: 1,
  soundSeconds: 0,
}
const limits = { contextWindow: 1_000, output: 100 }
const usageOf = (counts: Partial<Usage>): Usage => ({ ...noUsage(), ...counts })

function consumed(charged: Charged, tally: Partial<Tally>, more: Partial<EndedCall> = {}) {
  const ended: EndedCall = { format: 'openai-chat', call, tally: { ...newTally(), ...tally }, limits, ...more }
  return consumedBy(charged, ended)
}

describe('what a call consumed', () => {
  const running = { usage: usageOf({ input: 5, output: 2 }), outputTokens: 9.2, produced: true }

  test('is the larger of the text that passed and a report that is not the last', () => {
    for (const charged of ['so_far', 'seen', 'time', 'free'] as const)
      expect(consumed(charged, running)).toMatchObject({ usage: { input: 5, output: 10 }, source: 'estimated' })
    const ahead = { ...running, usage: usageOf({ input: 5, output: 30 }) }
    expect(consumed('so_far', ahead).usage.output).toBe(30)
  })

  test('is the last report, whether charged or only shown', () => {
    for (const charged of ['reported', 'free'] as const) {
      const known = consumed(charged, { ...running, usageIsFinal: true })
      expect(known).toMatchObject({ usage: { input: 5, output: 2 }, suspect: [] })
      expect(known).not.toHaveProperty('source')
    }
  })

  test('is one call for any number of answers requested', () => {
    const several = { ...call, choices: 5 }
    expect(consumed('reported', { ...running, usageIsFinal: true }, { call: several })).not.toHaveProperty('callCount')
    expect(consumed('prompt', {}, { call: several })).not.toHaveProperty('callCount')
  })

  test('is estimated if nothing was reported, with the tool calls that were seen', () => {
    const seen = { outputTokens: 9.2, produced: true, toolCalls: { web_search: 2 }, suspect: ['total'] }
    for (const charged of ['reported', 'so_far', 'free'] as const)
      expect(consumed(charged, seen)).toMatchObject({
        usage: { input: 77, output: 10, toolCalls: { web_search: 2 } },
        source: 'estimated',
        suspect: ['total'],
      })
  })

  test('of an estimated prompt never has more cached tokens than the prompt', () => {
    const sizes = fc.record({
      prompt: fc.integer({ min: 1, max: 1_000_000 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      tokens: fc.integer({ min: 0, max: 100_000 }),
    })
    fc.assert(
      fc.property(sizes, ({ prompt, share, tokens }) => {
        const { usage, cachedShare = 0 } = consumed(
          'seen',
          { produced: true },
          { call: { ...call, inputTokens: () => prompt }, cachedPrompt: () => ({ share, tokens }) },
        )
        expect(usage.cacheRead).toBe(Math.floor(Math.min(prompt * share, tokens)))
        expect(usage.input + usage.cacheRead).toBe(prompt)
        expect(cachedShare).toBeLessThanOrEqual(share)
      }),
      { seed: 16, examples: [[{ prompt: 100_000, share: 0.9, tokens: 1_000 }]] },
    )
  })

  test('is only the prompt for a client that got no answer', () => {
    const usage = usageOf({ input: 5, output: 2, reasoning: 1, audioOutput: 3, imageOutput: 4 })
    expect(consumed('prompt', { ...running, usage }).usage).toMatchObject({
      input: 5,
      output: 0,
      reasoning: 0,
      audioOutput: 0,
      imageOutput: 0,
    })
  })

  test('includes input that is reported only at the end', () => {
    expect(consumed('so_far', { ...running, usage: usageOf({ output: 2 }) }).usage.input).toBe(77)
    expect(consumed('so_far', { ...running, usage: usageOf({ cacheRead: 1 }) }).usage).toMatchObject({
      input: 0,
      cacheRead: 1,
    })
  })

  test('names each implausible count once', () => {
    const much = { usage: usageOf({ input: 2_000, output: 2 }), suspect: ['input', 'total'], produced: true }
    expect(consumed('reported', { ...much, usageIsFinal: true })).toMatchObject({
      usage: { input: 1_000 },
      suspect: ['input', 'total'],
      source: 'clamped',
    })
    expect(consumed('so_far', much)).toMatchObject({ usage: { input: 1_000 }, suspect: ['input', 'total'] })
  })

  test('is replaced only if an answer with content reports nothing', () => {
    const none = { usage: usageOf({}), usageIsFinal: true, outputTokens: 9.2 }
    expect(consumed('reported', { ...none, produced: true })).toMatchObject({
      usage: { input: 77, output: 10 },
      suspect: ['input', 'output'],
      source: 'estimated',
    })
    expect(consumed('reported', { ...none, produced: false })).toMatchObject({ usage: { input: 0, output: 0 } })
    const told = { ...none, produced: true, usage: usageOf({ input: 3, audioOutput: 1 }) }
    expect(consumed('reported', told)).toMatchObject({ usage: { input: 3, output: 0, audioOutput: 1 }, suspect: [] })
    const empty = { ...none, produced: true, usage: usageOf({ output: 3 }) }
    expect(consumed('reported', empty, { call: { ...call, inputTokens: () => 0 } }).suspect).toEqual([])
    const silent = { ...none, produced: true, outputTokens: 0, usage: usageOf({ input: 3 }) }
    expect(consumed('reported', silent)).toMatchObject({ usage: { output: 0 }, suspect: [] })
    const vectors = consumed('reported', { ...none, produced: true }, { format: 'openai-embeddings' })
    expect(vectors).toMatchObject({ usage: { input: 0, output: 0 }, suspect: [] })
  })

  test('may be several contexts if a call has several inputs', () => {
    const tally = { usage: usageOf({ input: 5_000 }), usageIsFinal: true }
    expect(consumed('reported', tally, { format: 'openai-embeddings' })).toMatchObject({ usage: { input: 5_000 } })
    expect(consumed('reported', tally).usage.input).toBe(1_000)
  })

  test('at a price per call includes its factors', () => {
    expect(consumed('reported', { units: 3 }, { format: 'rerank' }).callCount).toBe(3)
  })
})

describe('a report beyond what the model can do', () => {
  test('may have an answer after each tool call', () => {
    const usage = usageOf({ output: 400, toolCalls: { web_search: 1, file_search: 2 } })
    expect(clampUsage(usage, limits).clamped).toEqual([])
    expect(clampUsage({ ...usage, output: 401 }, limits)).toMatchObject({ usage: { output: 400 }, clamped: ['output'] })
  })

  test('may have all answers requested', () => {
    expect(clampUsage(usageOf({ output: 300 }), limits, 3).clamped).toEqual([])
    expect(clampUsage(usageOf({ output: 301 }), limits, 3).clamped).toEqual(['output'])
  })

  test('is accepted for a thousand tool calls', () => {
    expect(clampUsage(usageOf({ toolCalls: { web_search: 1_000 } }), limits).clamped).toEqual([])
    expect(clampUsage(usageOf({ toolCalls: { web_search: 1_001 } }), limits).clamped).toEqual(['web_search'])
  })

  test('keeps what fits of each kind, text first, and no more reasoning than output', () => {
    const usage = usageOf({ input: 900, cacheRead: 200, audioInput: 5, output: 90, reasoning: 90, imageOutput: 20 })
    const believed = clampUsage(usage, limits)
    expect(believed.usage).toMatchObject({ input: 900, cacheRead: 100, audioInput: 0, output: 90, imageOutput: 10 })
    expect(believed.usage.reasoning).toBe(90)
    expect(believed.clamped).toEqual(['cacheRead', 'audioInput', 'imageOutput'])
  })

  test('is zero if the limit is below zero', () => {
    expect(clampUsage(usageOf({ output: 5, reasoning: 5 }), { ...limits, output: -5 }).usage).toMatchObject({
      output: 0,
      reasoning: 0,
    })
  })
})

describe('hidden reasoning', () => {
  const price = { ...UNPRICED, modelRatio: 1 }
  const terms = { price, groupRatio: 1, quotaPerUnit: 500_000 }
  const think = (seconds: number, held: number, tally: Partial<Tally> = {}, asked: object = {}) => {
    const ended: EndedCall = { format: 'openai-chat', call, tally: { ...newTally(), ...tally }, limits }
    const { usage } = addUnseenReasoning(
      consumedBy('time', ended),
      { call: { ...call, ...asked }, limits },
      { seconds, held },
      terms,
    )
    return [usage.output, usage.reasoning]
  }

  test('is fifty tokens a second, which include the visible output', () => {
    expect(think(1.01, 1e9)).toEqual([51, 51])
    expect(think(1, 1e9, { outputTokens: 20 })).toEqual([50, 30])
    expect(think(1, 1e9, { outputTokens: 60 })).toEqual([60, 0])
  })

  test('is no more than the model’s limit, however much the client allows', () => {
    expect(think(10, 1e9)).toEqual([100, 100])
    expect(think(10, 1e9, {}, { maxTokens: 5_000 })).toEqual([100, 100])
    expect(think(10, 1e9, {}, { choices: 2 })).toEqual([200, 200])
  })

  test('can use the whole hold', () => {
    expect(think(1, 77 + 50)).toEqual([50, 50])
    expect(think(1, 77 + 49)).toEqual([49, 49])
    expect(think(1, 77 + 1)).toEqual([1, 1])
    expect(think(1, 77)).toEqual([0, 0])
  })
})
