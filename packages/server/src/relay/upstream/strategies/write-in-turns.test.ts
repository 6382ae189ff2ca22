import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { writeInTurns } from './write-in-turns.ts'

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
    return JSON.stringify(value) !== undefined && !('toJSON' in value)
  } catch {
    return false
  }
}
