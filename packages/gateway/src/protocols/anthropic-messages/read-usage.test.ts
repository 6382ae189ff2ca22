import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { clampUsage } from '../../pricing/clamp-usage.ts'
import { iterationModels, readAnthropicUsage } from './read-usage.ts'

const counted = (input_tokens: number, output_tokens: number, more: object = {}) => ({
  input_tokens,
  output_tokens,
  ...more,
})

test('a compaction’s tokens are counted, although only the iterations have them', () => {
  const raw = counted(40, 20, {
    iterations: [
      { type: 'compaction', ...counted(230_160, 8_500, { cache_read_input_tokens: 7 }) },
      { type: 'message', ...counted(40, 20) },
    ],
  })
  expect(readAnthropicUsage(raw)?.usage).toMatchObject({ input: 230_200, output: 8_520, cacheRead: 7, rounds: 2 })
})

test('a total at the top is not counted twice, and an advisor’s model is named', () => {
  const raw = counted(300, 30, {
    iterations: [
      { type: 'message', ...counted(100, 10) },
      { type: 'advisor_message', model: 'claude-opus-4-8', ...counted(200, 20) },
    ],
  })
  expect(readAnthropicUsage(raw)?.usage).toMatchObject({ input: 300, output: 30 })
  expect(iterationModels(raw)).toEqual(['claude-opus-4-8'])
})

test('each count is the larger of the top and the sum of iterations', () => {
  const count = fc.nat(1_000_000)
  const one = fc.record({ input_tokens: count, output_tokens: count, cache_read_input_tokens: count })
  fc.assert(
    fc.property(one, fc.array(one, { maxLength: 6 }), (top, iterations) => {
      const usage = readAnthropicUsage({ ...top, iterations })?.usage
      const most = (name: keyof typeof top) =>
        Math.max(
          top[name],
          iterations.reduce((sum, iteration) => sum + iteration[name], 0),
        )
      expect(usage).toMatchObject({
        input: most('input_tokens'),
        output: most('output_tokens'),
        cacheRead: most('cache_read_input_tokens'),
      })
    }),
    { seed: 5 },
  )
})

test('invalid iterations are ignored', () => {
  for (const iterations of [null, 'x', [null, 'x', 3, [], {}], { length: 9 }])
    expect(readAnthropicUsage({ ...counted(3, 4), iterations })?.usage).toMatchObject({ input: 3, output: 4 })
})

test('a model that got its input several times may have read more than its window', () => {
  const iterations = [counted(900, 1), counted(900, 1)]
  const usage = readAnthropicUsage({ ...counted(900, 1), iterations })?.usage
  if (!usage) throw new Error('no usage')
  expect(clampUsage(usage, { contextWindow: 1_000, output: 50 }).clamped).toEqual([])
  expect(clampUsage({ ...usage, rounds: 1 }, { contextWindow: 1_000, output: 50 }).clamped).toEqual(['input'])
})
