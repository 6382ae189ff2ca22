import { expect, test } from 'bun:test'
import { array, asyncProperty, assert as check, integer, string } from 'fast-check'
import { LineTooLong, LONGEST_LINE_BYTES, readLines } from './lines.ts'

async function* inPieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

test('lines come out as they were written, however they arrive; blank ones do not', async () => {
  await check(
    asyncProperty(array(string({ unit: 'grapheme' })), integer({ min: 1, max: 9 }), async (texts, size) => {
      const lines = texts.map(text => text.replaceAll('\n', ' '))
      const bytes = Buffer.from(lines.join('\n'))
      const read: string[] = []
      for await (const line of readLines(inPieces(bytes, size))) read.push(Buffer.from(line).toString())
      expect(read).toEqual(lines.filter(line => /[^ \t\r]/.test(line)))
    }),
    { seed: 5 },
  )
})

test('a line without an end is read no further than its limit', async () => {
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
