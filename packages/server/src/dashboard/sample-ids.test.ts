import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { sampleIds } from './sample-ids.ts'

test('a sample is the ids of a share of all hashes, none left out, about as many as the share says', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.nat(100_000), fc.integer({ min: 2 ** 32 - 3000, max: 2 ** 33 })),
      fc.nat(5000),
      fc.double({ min: 0.001, max: 0.9, noNaN: true }),
      (from, length, share) => {
        const all = Array.from({ length: length + 1 }, (_, place) => from + place)
        const expected = all.filter(
          id => (BigInt(id) * 2_654_435_761n) % 2n ** 32n < BigInt(Math.floor(share * 2 ** 32)),
        )
        expect(sampleIds(from, from + length, share)).toEqual(expected)
        expect(Math.abs(expected.length - all.length * share)).toBeLessThan(12)
      },
    ),
    { seed: 20261123, numRuns: 200 },
  )
  expect(sampleIds(1, 100, 0)).toEqual([])
})
