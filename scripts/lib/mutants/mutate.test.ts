import { describe, expect, test } from 'bun:test'
import { apply, mutantsOf } from './mutate.mjs'

const changed = (text: string): string[] => mutantsOf('a.ts', text).map(mutant => apply(text, mutant))

describe('the mutants of a source', () => {
  test.each([
    ['x = a < b', ['', 'x = ((a) <= (b))', 'x = ((a) >= (b))']],
    ['x = a ?? b', ['', 'x = (a)', 'x = (b)']],
    ['x = a && b', ['', 'x = ((a) || (b))']],
    ['x = 5', ['', 'x = 6', 'x = 4']],
    ['x = !a', ['', 'x = (a)']],
    ['x = a ? b : c', ['', 'x = !(a) ? b : c']],
    ['x = list.filter(f)', ['', 'x = list']],
    ['x = Math.min(a, b)', ['', 'x = Math.max(a, b)']],
    ['if (a) throw b', ['if (!(a)) throw b', 'if (a) ;']],
    ['call()', ['']],
    ["x = 'a' + b", ['']],
    ['type A = 1 | 2', []],
    ["import a from 'b'", []],
  ])('%s', (text, expected) => {
    expect(changed(text)).toEqual(expected.map(after => (after === '' ? ';' : after)))
  })

  test('tell the line they are on', () => {
    expect(mutantsOf('a.ts', '\n\nx = true').map(({ line }: { line: number }) => line)).toEqual([3, 3])
  })
})
