import { expect, test } from 'bun:test'
import { CALL, callWeightOf, readCallWeights } from './call-weights.ts'

test('weights are read exactly, in thousandths of a call', () => {
  expect(readCallWeights('big=5, *-mini=0.2,a=b=0.001, ,most=1000')).toEqual([
    { pattern: 'big', weight: 5_000 },
    { pattern: '*-mini', weight: 200 },
    { pattern: 'a=b', weight: 1 },
    { pattern: 'most', weight: 1_000_000 },
  ])
  expect(readCallWeights('')).toEqual([])
})

test.each([
  ...[
    'a=0',
    'a=0.000',
    'a=-1',
    'a=1e300',
    'a=NaN',
    'a=Infinity',
    'a=',
    'a',
    '=1',
    'a=1.',
    'a=.5',
    'a=0.0001',
    'a=1000.001',
  ],
  ...['a=9999', 'a=0x10', 'a=１', 'a=1 2', 'good=1,bad'],
])('%p is no list of weights', text => {
  expect(readCallWeights(text)).toBe(null)
})

test('a name counts before patterns, patterns in their order, and others as one call', () => {
  const weights = readCallWeights('*=0.5, gpt-*-mini=0.2, gpt-5-mini=3, claude-*=4') ?? []
  expect(callWeightOf(weights, ['gpt-5-mini'])).toBe(3_000)
  expect(callWeightOf(weights, ['claude-opus'])).toBe(500)
  const [, ...rest] = weights
  expect(callWeightOf(rest, ['gpt-4-mini'])).toBe(200)
  expect(callWeightOf(rest, ['gpt-mini'])).toBe(CALL)
  expect(callWeightOf(rest, ['my-alias', 'claude-opus'])).toBe(4_000)
  expect(callWeightOf(rest, ['xclaude-'])).toBe(CALL)
  const named = readCallWeights('gpt-5=5,gpt-5-high=7') ?? []
  expect(callWeightOf(named, ['gpt-5-high', 'gpt-5'])).toBe(7_000)
  expect(callWeightOf(named, ['gpt-5-low', 'gpt-5'])).toBe(5_000)
})

test('stars do not multiply the work', () => {
  const weights = readCallWeights(`${'*a'.repeat(1_000)}*b=2`) ?? []
  const beganAt = performance.now()
  expect(callWeightOf(weights, ['a'.repeat(20_000)])).toBe(CALL)
  expect(performance.now() - beganAt).toBeLessThan(1_000)
})
