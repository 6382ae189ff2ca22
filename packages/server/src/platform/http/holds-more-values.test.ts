import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { startGateway } from '../../../test/support/gateway.ts'
import { longStepsDuring } from '../../../test/support/long-steps.ts'
import { holdsMoreValues } from './holds-more-values.ts'

/** Counts all values within a value, including itself; empty lists and objects count twice, for their bracket. */
function marksIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inside = Object.values(value)
  return Math.max(1, inside.length) + inside.reduce((sum: number, one) => sum + marksIn(one), 0)
}

test('a text is reported to hold more values exactly when it does, whatever its strings contain', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(20), (value, most) => {
      const bytes = Buffer.from(JSON.stringify(value))
      expect(holdsMoreValues(bytes, most)).toBe(marksIn(value) > most)
    }),
    { seed: 7, numRuns: 500 },
  )
})

test('brackets and commas in a string are not values', () => {
  expect(holdsMoreValues(Buffer.from(JSON.stringify({ notice: '[{,"\\"'.repeat(100) })), 1)).toBe(false)
})

test('a console body of too many values is refused before any of it is parsed', async () => {
  const gateway = await startGateway()
  const put = (value: unknown) =>
    fetch(`${gateway.url}/api/option/`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', ...gateway.headers },
      body: JSON.stringify({ key: 'Notice', value: 'Hello', more: value }),
    })
  const many = Array.from({ length: 60_000 }, () => ({}))
  const steps = await longStepsDuring(64 * 1024, async () => {
    const refused = await put(many)
    expect([refused.status, (await refused.json()).code]).toEqual([400, 'body_too_complex'])
  })
  // Its chunks are only joined.
  expect(steps.filter(step => !step.startsWith('concat'))).toEqual([])
  expect((await put('{[,'.repeat(60_000))).status).toBe(200)
  await gateway.stop()
})
