import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { containsWord, wordFinder } from './word-finder.ts'

describe('a list of words', () => {
  const find = wordFinder(['Forbidden', ' 禁词 ', 'x', 'forge', '', 'Ünder', '🚫a'])
  test.each([
    ['anywhere, in any case', 'some FORBIDDEN thing', 'forbidden'],
    ['inside other words', 'unforbiddenness', 'forbidden'],
    ['in scripts without spaces', '这是一个禁词吗', '禁词'],
    ['of one letter', 'a box', 'x'],
    ['at the very end', 'to forge', 'forge'],
    ['beyond ASCII', 'ÜNDER way', 'ünder'],
    ['that begin with an emoji', 'no 🚫A', '🚫a'],
    ['only whole', 'forbidde forg 禁', null],
    ['in nothing', '', null],
  ])('is found %s', (_, text, found) => {
    expect(find(text)).toBe(found)
  })
})

test('an empty list finds nothing', () => {
  expect(wordFinder(['', ' '])('anything')).toBeNull()
})

test('a list a hundred times as long does not cost a hundred times as much', () => {
  const text = 'the words of this text are none of the list '.repeat(25_000)
  /** Microseconds of CPU time of this process, so other load does not count; the fastest of several runs. */
  const costOf = (count: number): number => {
    const find = wordFinder(Array.from({ length: count }, (_, index) => `word${index}!`))
    const costs = [1, 2, 3].map(() => {
      const before = process.cpuUsage()
      expect(find(text)).toBeNull()
      const { user, system } = process.cpuUsage(before)
      return user + system
    })
    return Math.min(...costs)
  }
  expect(costOf(5_000) / costOf(50)).toBeLessThan(30)
})

test('a short list, which is searched another way, finds the same as a long one', () => {
  const few = ['Aba', 'ünd', '禁']
  const find = wordFinder(few)
  const findMany = wordFinder([...few, ...Array.from({ length: 10 }, (_, index) => `never-said-${index}`)])
  const letters = fc.string({ unit: fc.constantFrom('a', 'A', 'b', 'Ü', 'n', 'd', '禁', ' '), maxLength: 12 })
  fc.assert(
    fc.property(letters, text => {
      expect(find(text) !== null).toBe(findMany(text) !== null)
    }),
    { seed: 5 },
  )
})

test('words of ASCII letters are found in any case, including capitals of other alphabets', () => {
  const words = ['Kiss', 'hi', 'a.c', 'task']
  const find = wordFinder(words)
  const findMany = wordFinder([...words, ...Array.from({ length: 10 }, (_, index) => `never-said-${index}`)])
  const unit = fc.constantFrom(
    'k',
    'K',
    '\u212a',
    'i',
    '\u0130',
    'ss',
    'tas',
    'TAS',
    'h',
    'H',
    'a.',
    'abc',
    'C',
    'ıſ',
    '\u0307',
    '🚫',
  )
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 6 }), text => {
      expect(find(text) !== null).toBe(findMany(text) !== null)
    }),
    { seed: 7, numRuns: 2_000 },
  )
})

test('no character but these two becomes an ASCII letter in lower case', () => {
  const found = []
  for (let code = 0x80; code <= 0x1ffff; code++) {
    const sign = String.fromCodePoint(code)
    if (/[a-z]/.test(sign.toLowerCase())) found.push(sign)
  }
  expect(found).toEqual(['\u0130', '\u212a'])
})

test('a word is found in the string values of JSON, escaped or not, and not in member names', () => {
  const unit = fc.constantFrom(...'wordW"\\ \n', '\u0130')
  const text = fc.string({ unit, maxLength: 9 })
  const find = wordFinder(['word'])
  fc.assert(
    fc.property(text, text, fc.boolean(), (name, said, isEscaped) => {
      const json = JSON.stringify({ [name]: ['', said] })
      const written = isEscaped ? json.replaceAll('o', '\\u006f') : json
      expect(containsWord(written, find)).toBe(said.toLowerCase().includes('word'))
    }),
    { seed: 9, numRuns: 2_000 },
  )
})
