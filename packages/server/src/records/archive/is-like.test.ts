import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { isLike } from './search.ts'

test('a per cent sign in a pattern stands for any characters', () => {
  expect(isLike('gpt-4o', 'gpt-4o')).toBe(true)
  expect(isLike('gpt-4o', 'gpt-4')).toBe(false)
  expect(isLike('gpt-4o', 'gpt-%')).toBe(true)
  expect(isLike('gpt-4o', '%')).toBe(true)
  expect(isLike('', '')).toBe(true)
  // one text cannot match two parts
  expect(isLike('aba', 'ab%ba')).toBe(false)
  expect(isLike('abba', 'ab%ba')).toBe(true)
})

test('every pattern means the same as its regular expression', () => {
  const texts = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 8 })
  const patterns = fc.string({ unit: fc.constantFrom('a', 'b', '%'), maxLength: 6 })
  fc.assert(
    fc.property(texts, patterns, (text, pattern) => {
      expect(isLike(text, pattern)).toBe(new RegExp(`^${pattern.replaceAll('%', '.*')}$`).test(text))
    }),
    { seed: 25, numRuns: 500 },
  )
})
