import { expect, test } from 'bun:test'
import { receiptOf } from '@tollgate/contract'
import fc from 'fast-check'
import { receiptAsCsv } from './receipt-as-csv.ts'

test('the lines of a receipt’s table add up to its last line', () => {
  const other = fc.record({
    text_input: fc.nat(9999),
    text_output: fc.nat(9999),
    cache_tokens: fc.nat(9999),
    model_ratio: fc.nat(500).map(hundredths => hundredths / 100),
    cache_ratio: fc.constant(0.1),
    uncollected: fc.nat(3),
  })
  fc.assert(
    fc.property(other, other => {
      const [head = [], ...lines] = receiptAsCsv(receiptOf(other))
      for (const line of lines) expect(line).toHaveLength(head.length)
      const millionths = lines.map(line => Math.round(Number(line.at(-1)) * 1_000_000))
      expect(millionths.slice(0, -1).reduce((sum, one) => sum + one, 0)).toBe(millionths.at(-1) ?? Number.NaN)
    }),
    { seed: 20261122, numRuns: 200 },
  )
})
