import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { noUsage } from '../canonical/usage.ts'
import { newTally, type Tally } from '../observers/tally.ts'
import { type Format, observers } from '../protocols/index.ts'
import { readRecordingFiles } from '../protocols/laws/recording-files.ts'
import { estimateInput } from '../usage/estimate-input.ts'
import { type ComparedCounts, comparable, isPlainRequest, makeDriftTest } from './count-drift.ts'

const SEED = 20_215
const BLOCK = 64
const MOST_BEYOND = 40
const HIGHEST_FALSE_ALARM_RATE = 1e-5

/** Each recording's own counts and ours, by model. */
function recordedCounts(): Record<'input' | 'output', Map<string, ComparedCounts[]>> {
  const found = { input: new Map<string, ComparedCounts[]>(), output: new Map<string, ComparedCounts[]>() }
  for (const { exchange } of readRecordingFiles()) {
    const { request, response } = exchange
    const format = formatOf(request?.path ?? '')
    const members = Object.keys(request?.body ?? {}).map(name => ({ name }))
    if (!format || !response?.body || !isPlainRequest(members)) continue
    const tally = tallyOf(format, response.body)
    const counts = comparable(tally, estimateInput(JSON.stringify(request.body ?? {})))
    for (const direction of ['input', 'output'] as const) {
      const one = counts[direction]
      if (!one) continue
      const model = tally.model ?? request.body?.model ?? ''
      found[direction].set(model, [...(found[direction].get(model) ?? []), one])
    }
  }
  return found
}

function formatOf(path: string): Format | undefined {
  if (/\/chat\/completions/.test(path)) return 'openai-chat'
  if (/\/responses$/.test(path)) return 'openai-responses'
  if (/\/v1\/messages(\?|$)/.test(path)) return 'anthropic-messages'
  return /enerateContent/.test(path) ? 'gemini' : undefined
}

function tallyOf(format: Format, body: unknown): Readonly<Tally> {
  if (typeof body !== 'string') return observers[format].whole(JSON.stringify(body))
  const stream = observers[format].stream({ hideUsage: false })
  stream.push(new TextEncoder().encode(body))
  stream.end()
  return stream.tally
}

/** The probability of at least this many successes. */
function tailOf(trials: number, likelihood: number, atLeast: number): number {
  let sum = 0
  for (let hits = atLeast; hits <= trials; hits++) {
    let ways = 1
    for (let step = 0; step < hits; step++) ways *= (trials - step) / (hits - step)
    sum += ways * likelihood ** hits * (1 - likelihood) ** (trials - hits)
  }
  return sum
}

describe('over the recordings', () => {
  const recorded = recordedCounts()
  const factors = { input: 2.5, output: 1.6 }

  for (const direction of ['input', 'output'] as const) {
    const beyond = ({ billed, own }: ComparedCounts) =>
      billed > own * factors[direction] || (direction === 'output' && billed * factors[direction] < own)

    test(`a block of any model’s ${direction} counts is misjudged less than once in 100,000`, () => {
      const models = [...recorded[direction]].filter(([, counts]) => counts.length >= 5)
      expect(models.length).toBeGreaterThan(1)
      for (const [model, counts] of models) {
        const share = counts.filter(beyond).length / counts.length
        expect([model, tailOf(BLOCK, share, MOST_BEYOND) < HIGHEST_FALSE_ALARM_RATE]).toEqual([model, true])
      }
      const all = [...recorded[direction].values()].flat()
      // The bound holds even for a model with every third call beyond the factor.
      expect(all.filter(beyond).length / all.length).toBeLessThan(1 / 3)
      expect(tailOf(BLOCK, 1 / 3, MOST_BEYOND)).toBeLessThan(HIGHEST_FALSE_ALARM_RATE)
    })

    test(`drawn blocks of ${direction} counts raise no alarm, and all do if three times as much is billed`, () => {
      const all = [...recorded[direction].values()].flat()
      let seed = SEED
      const draw = () => {
        seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
        return all[seed % all.length] as ComparedCounts
      }
      const honest = makeDriftTest(direction)
      const dishonest = makeDriftTest(direction)
      let [alarms, found] = [0, 0]
      const blocks = 5_000
      for (let call = 0; call < blocks * BLOCK; call++) {
        const { billed, own } = draw()
        if (honest({ billed, own })) alarms++
        if (dishonest({ billed: Math.max(billed, own) * 3, own })) found++
      }
      expect([alarms, found]).toEqual([0, blocks])
    })
  }
})

test('an alarm reports billed and own counts, and the next block starts fresh', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 50 }), fc.integer({ min: 32, max: 10_000 }), (factor, own) => {
      const drifts = makeDriftTest('output')
      const answers = Array.from({ length: BLOCK * 2 }, () => drifts({ billed: own * factor, own }))
      const found = answers.filter(answer => answer !== null)
      expect(found).toEqual(Array(2).fill({ ratio: factor, calls: BLOCK }))
      expect(answers[BLOCK - 1]).not.toBeNull()
    }),
    { seed: SEED },
  )
})

test('counts are compared only for requests of nothing but text', () => {
  const usage = { ...noUsage(), input: 1_000, output: 500 }
  const whole = { ...newTally(), usage, usageIsFinal: true, finished: true, outputTokens: 100 }
  const counts = { input: { billed: 1_000, own: 900 }, output: { billed: 500, own: 100 } }
  expect(comparable(whole, 900)).toEqual(counts)
  expect(comparable(whole, null)).toEqual({ output: counts.output })
  expect(comparable({ ...whole, usage: { ...usage, reasoning: 10 } }, 900)).toEqual({ input: counts.input })
  for (const departed of [
    { usage: null },
    { usageIsFinal: false },
    { finished: false },
    { toolCalls: { web_search: 1 } },
    { usage: { ...usage, imageInput: 5 } },
    { usage: { ...usage, audioOutput: 5 } },
    { usage: { ...usage, audioInput: 5, audioOutput: 5 } },
    { usage: { ...usage, imageInput: 5, imageOutput: 5 } },
  ])
    expect(comparable({ ...whole, ...departed }, 900)).toEqual({})
})

test('counts of short texts are not compared: below 256 tokens for a request, 32 for an answer', () => {
  const usage = { ...noUsage(), input: 1_000, output: 500 }
  const comparedAt = (ownInput: number, outputTokens: number) =>
    Object.keys(comparable({ ...newTally(), usage, usageIsFinal: true, finished: true, outputTokens }, ownInput))
  expect([comparedAt(255, 32), comparedAt(256, 31)]).toEqual([['output'], ['input']])
})
