import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { brokenJsonLine } from './json-line.ts'

test.each([
  ['{"a": 1}', undefined],
  [' [1, {"b": [true, null, -1.5e3, "\\u00e9\\n"]}]\n', undefined],
  ['{\n  "a": "b",\n}', 3],
  ['{\n  "a": b\n}', 2],
  ['{\n  "a": "b"\n  "c": "d"\n}', 3],
  ['{\n  "a": "b"\n', 2],
  ['{"a": "b"}\n\n{}', 3],
  ['{"a"}', 1],
  ['', 1],
  ['01', 1],
])('%j stops being JSON at line %p', (text, line) => {
  expect(brokenJsonLine(text)).toBe(line)
})

test('tells a line of exactly what is not JSON', () => {
  const isJson = (text: string) => {
    try {
      JSON.parse(text)
      return true
    } catch {
      return false
    }
  }
  const piece = fc.constantFrom(
    ...'{}[]:, \n\t'.split(''),
    '"a"',
    '"\\x"',
    '1',
    '-0.5',
    '1e5',
    '01',
    'true',
    'null',
    '\u00a0',
  )
  const soup = fc.array(piece, { maxLength: 12 }).map(pieces => pieces.join(''))
  const cut = fc
    .tuple(fc.json(), fc.nat(30), piece)
    .map(([text, at, put]) => text.slice(0, at) + put + text.slice(at + 1))
  fc.assert(
    fc.property(fc.oneof(fc.json(), soup, cut), text => {
      expect(brokenJsonLine(text) === undefined).toBe(isJson(text))
    }),
    { seed: 32, numRuns: 1_000 },
  )
})
