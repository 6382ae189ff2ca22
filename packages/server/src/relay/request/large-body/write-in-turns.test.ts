import { expect, test } from 'bun:test'
import { parseExact } from '@tollgate/gateway'
import fc from 'fast-check'
import { FEW_KEYS, LONGEST, long, value } from './testing.ts'
import { weightOf, writeInTurns } from './write-in-turns.ts'

test('a body written in turns is the same as one written in one go', async () => {
  const body = fc.dictionary(fc.string(), fc.oneof(fc.anything(), fc.array(fc.anything())))
  await fc.assert(
    fc.asyncProperty(
      body.filter(one => isWritable(one)),
      async one => expect(await writeInTurns(one)).toBe(JSON.stringify(one)),
    ),
    { seed: 25, numRuns: 500 },
  )
})

test('a long body written in turns is the same, too', async () => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string(), value, FEW_KEYS), long, async (one, text) => {
      const body = { ...one, list: [one, text, Array(30_000).fill(7), LONGEST] }
      expect((await writeInTurns(body)) === JSON.stringify(body)).toBe(true)
    }),
    { seed: 26, numRuns: 40 },
  )
})

test('the weight of plain JSON is its length, and is counted no further than asked', () => {
  const plain = { messages: [{ role: 'user', content: 'Hello' }], tools: [], metadata: {}, isOn: true, nothing: null }
  expect(weightOf(plain)).toBe(JSON.stringify(plain).length)
  expect(weightOf(Array(1_000_000).fill(1), 100)).toBeLessThan(110)
})

test('what a client names, or a number with many digits, hides no weight', async () => {
  const hidden = parseExact(`{"toJSON":"${LONGEST}","number":${'1'.repeat(1_000)},"content":"${LONGEST}"}`)
  const text = JSON.stringify(hidden)
  expect(weightOf(hidden)).toBe(text.length)
  expect((await writeInTurns({ hidden })) === `{"hidden":${text}}`).toBe(true)
})

test('other work runs while a long list is written', async () => {
  const turns: string[] = []
  const writing = writeInTurns({ messages: Array(30_000).fill({ content: 'to and fro '.repeat(50) }) })
  setImmediate(() => turns.push('other work'))
  await writing.then(() => turns.push('written'))
  expect(turns).toEqual(['other work', 'written'])
})

/** JSON cannot express cycles and big integers, and a `toJSON` method may write anything. */
function isWritable(value: Record<string, unknown>): boolean {
  try {
    return JSON.stringify(value) !== undefined && typeof value.toJSON !== 'function'
  } catch {
    return false
  }
}
