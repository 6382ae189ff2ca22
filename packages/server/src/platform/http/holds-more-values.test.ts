import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { holdsMoreValues } from './holds-more-values.ts'

/** All values within a value, itself included; empty lists and objects count twice, for their bracket. */
function marksIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inside = Object.values(value)
  return Math.max(1, inside.length) + inside.reduce((sum: number, one) => sum + marksIn(one), 0)
}

test('a text is told to hold more values exactly when it does, whatever its strings say', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(20), (value, most) => {
      const bytes = Buffer.from(JSON.stringify(value))
      expect(holdsMoreValues(bytes, most)).toBe(marksIn(value) > most)
    }),
    { seed: 7, numRuns: 500 },
  )
})

test('brackets and commas in a string are no values', () => {
  expect(holdsMoreValues(Buffer.from(JSON.stringify({ notice: '[{,"\\"'.repeat(100) })), 1)).toBe(false)
})
