import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { keyRestSeconds } from './key-rest.ts'

const SEED = 20_212

test('a rest is at least as long as requested and as the last one, and ends', () => {
  const faults = fc.constantFrom('limited' as const, 'refused' as const)
  fc.assert(
    fc.property(faults, fc.integer({ min: 1, max: 10_000 }), fc.nat(10_000_000), (fault, failures, asked) => {
      const rest = keyRestSeconds(fault, failures, asked)
      expect(rest).toBeGreaterThanOrEqual(Math.min(asked, 86_400))
      expect(rest).toBeGreaterThanOrEqual(fault === 'limited' ? 5 : 60)
      expect(rest).toBeLessThanOrEqual(86_400)
      expect(keyRestSeconds(fault, failures + 1, asked)).toBeGreaterThanOrEqual(rest)
    }),
    { seed: SEED },
  )
})

test('rests double with each failure: for a limited key from 5 seconds to 5 minutes, for a refused one from 1 minute to an hour', () => {
  const rests = (fault: 'limited' | 'refused') => Array.from({ length: 8 }, (_, at) => keyRestSeconds(fault, at + 1, 0))
  expect(rests('limited')).toEqual([5, 10, 20, 40, 80, 160, 300, 300])
  expect(rests('refused')).toEqual([60, 120, 240, 480, 960, 1_920, 3_600, 3_600])
})
