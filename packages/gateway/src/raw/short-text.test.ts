import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { plainText } from './short-text.ts'

test('is the text itself, however often and beside whatever it was seen', () => {
  const word = fc.oneof(
    fc.constantFrom(
      'role',
      'content',
      'rote',
      'user',
      'messages',
      '',
      'a',
      '\ud83d',
      '\ud83d\ude00',
      'long'.repeat(10),
    ),
    fc.string({ maxLength: 40, unit: 'binary' }),
  )
  const property = fc.property(fc.array(word, { minLength: 1, maxLength: 40 }), words => {
    for (const one of [...words, ...words, ...words]) {
      const read = plainText(`"${one}":`, 1, 1 + one.length)
      expect(read).toBe(one.includes('\\') ? null : one)
    }
  })
  fc.assert(property, { numRuns: 300, seed: 28 })
})
