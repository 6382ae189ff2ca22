import { expect, test } from 'bun:test'
import { complexityOf, isTooComplex } from './json.ts'

const PIECE_BYTES = 8_192

/** Whether a text is too complex when its bytes come in pieces. */
function inPieces(text: string): boolean {
  const bytes = new TextEncoder().encode(text)
  const isTooMuch = complexityOf()
  for (let at = 0; at < bytes.length; at += PIECE_BYTES)
    if (isTooMuch(bytes.subarray(at, at + PIECE_BYTES))) return true
  return false
}

test.each([
  ['a short answer', '[1,2]', false],
  ['a long text', `["${'word '.repeat(400_000)}"]`, false],
  ['as many values as an answer may hold', `[${'100,'.repeat(500_000)}1]`, false],
  ['one value more', `[${'100,'.repeat(500_001)}1]`, true],
  ['too many lists', '[],'.repeat(500_001), true],
  ['too many objects', '{} '.repeat(500_001), true],
])('%s is judged the same whole and in pieces', (_what, text, isTooMuch) => {
  expect([isTooComplex(text), inPieces(text)]).toEqual([isTooMuch, isTooMuch])
})
