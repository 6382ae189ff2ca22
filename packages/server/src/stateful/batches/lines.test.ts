import { expect, test } from 'bun:test'
import { array, asyncProperty, assert as check, constantFrom, integer, string } from 'fast-check'
import { turnsDuring } from '../../../test/support/turns.ts'
import { BYTES_OF_AN_ITEM, MOST_BYTES_A_TURN } from '../../platform/process/yield-to-event-loop.ts'
import { LineTooLong, LONGEST_LINE_BYTES, readLines } from './lines.ts'

async function* inPieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** Blanks before a line are not part of it. */
const written = (lines: readonly string[]) =>
  lines.map(line => line.replace(/^[ \t\r]+/, '')).filter(line => line !== '')

test('lines are read unchanged, however they arrive, and blank lines are left out', async () => {
  const text = string({ unit: constantFrom('a', 'é', ' ', '\t', '\r', '{') })
  await check(
    asyncProperty(array(text), integer({ min: 1, max: 9 }), async (lines, size) => {
      const bytes = Buffer.from(lines.join('\n'))
      const read: string[] = []
      for await (const line of readLines(inPieces(bytes, size))) read.push(Buffer.from(line).toString())
      expect(read).toEqual(written(lines))
    }),
    { seed: 5 },
  )
})

test('a line without an end is read only up to the limit', async () => {
  let pulled = 0
  async function* endless() {
    for (;;) {
      pulled += 1024 * 1024
      yield new Uint8Array(1024 * 1024).fill(0x61)
    }
  }
  const reading = Array.fromAsync(readLines(endless()))
  expect(await reading.catch(error => error)).toBeInstanceOf(LineTooLong)
  expect(pulled).toBeLessThanOrEqual(LONGEST_LINE_BYTES + 1024 * 1024)
})

test('a line may be as long as the limit, but not a byte longer', async () => {
  const read = (bytes: number) => Array.fromAsync(readLines(inPieces(Buffer.from(`  ${'a'.repeat(bytes)}\n`), 7), 100))
  expect((await read(100)).map(line => line.length)).toEqual([100])
  expect(await read(101).catch(error => error)).toBeInstanceOf(LineTooLong)
})

test('whatever the lines are, other work runs after a limited amount of work', async () => {
  const pieces = string({ unit: constantFrom('\n', ' ', '\r\n', 'a', '{}', 'long '.repeat(200)), minLength: 1 })
  await check(
    asyncProperty(pieces, integer({ min: 1, max: 4_000_000 }), async (piece, chunk) => {
      const bytes = Buffer.from(piece.repeat(Math.ceil(2_000_000 / piece.length)))
      let lines = 0
      const turns = await turnsDuring(async () => {
        for await (const _line of readLines(inPieces(bytes, chunk))) lines++
      })
      const work = bytes.length + lines * BYTES_OF_AN_ITEM
      expect(turns).toBeGreaterThanOrEqual(Math.floor(work / MOST_BYTES_A_TURN / 2))
    }),
    { seed: 25, numRuns: 12 },
  )
})
