import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { collectSegments } from './segments.ts'

const piece = fc.integer({ min: 0, max: 700_000 }).map(length => new Uint8Array(length).fill(length % 251))

test('collected bytes are unchanged, in mebibyte buffers that nothing else refers to', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), pieces => {
      const segments = collectSegments()
      for (const bytes of pieces) segments.add(bytes)
      const collected = segments.pieces()
      expect(Buffer.concat(collected)).toEqual(Buffer.concat(pieces))
      expect(segments.size).toBe(Buffer.concat(pieces).length)
      expect(new Set(collected.map(({ buffer }) => buffer)).size).toBe(collected.length)
      for (const { buffer } of collected) expect(buffer.byteLength).toBeLessThanOrEqual(1024 * 1024)
    }),
    { seed: 64, numRuns: 30 },
  )
})
