import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { csvLine } from './csv.ts'

test.each([
  ['=1+1', `"'=1+1"`],
  ['+49', `"'+49"`],
  ['-2', `"'-2"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['  =1', `"'  =1"`],
  ['\t=1', `"'\t=1"`],
  ['＝1', `"'＝1"`],
  ['|calc', `"'|calc"`],
  ['a=b', 'a=b'],
  ['say "hi", twice', '"say ""hi"", twice"'],
  ['two\nlines', '"two\nlines"'],
  ['', ''],
])('the text %j is the cell %j', (text, cell) => {
  expect(csvLine([text])).toBe(`${cell}\r\n`)
})

test('a number stays a number, even below zero', () => {
  expect(csvLine([-5, 0.5])).toBe('-5,0.5\r\n')
})

test('a line is parsed back into its cells, and no text begins like a formula', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '=', '+', '-', '@', '"', ',', '\n', '\r', '\t', ' ', '1', '＝') })
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 6 }), cells => {
      const read = parse(csvLine(cells))
      expect(read.map(text => text.replace(/^'/, ''))).toEqual(cells)
      for (const text of read) expect(text).not.toMatch(/^[\s=+\-@＝]*[=+\-@＝]/)
    }),
    { seed: 20260524, numRuns: 500 },
  )
})

/** Parses RFC 4180, independently of the code under test. */
function parse(line: string): string[] {
  const cells: string[] = []
  let at = 0
  while (at <= line.length - 2) {
    let cell = ''
    if (line[at] === '"') {
      for (at++; line[at] !== '"' || line[at + 1] === '"'; at++) {
        cell += line[at]
        if (line[at] === '"') at++
      }
      at++
    } else for (; line[at] !== ',' && line.slice(at) !== '\r\n'; at++) cell += line[at]
    cells.push(cell)
    at++
  }
  return cells
}
