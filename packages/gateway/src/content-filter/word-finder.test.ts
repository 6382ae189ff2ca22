import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { wordFinder } from './word-finder.ts'

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

test('a long list costs one reading of a long text', () => {
  const words = Array.from({ length: 5_000 }, (_, index) => `word${index}!`)
  const text = 'the words of this text are none of the list '.repeat(25_000)
  const startedAt = performance.now()
  expect(wordFinder(words)(text)).toBeNull()
  expect(performance.now() - startedAt).toBeLessThan(500)
})

test('a short list, which is searched otherwise, says no more and no less than a long one', () => {
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
