import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { splitDocuments } from './split-documents.ts'

const SEED = 20_216

const account = fc.record({
  client_email: fc.emailAddress(),
  private_key: fc.string().map(text => `-----BEGIN-----\n${text}{}[]"\\\n-----END-----`),
  nested: fc.dictionary(fc.string(), fc.jsonValue()),
})
const gap = fc.constantFrom('', '\n', '\n\n', ' , ', ',\n')
const indent = fc.constantFrom(0, 2)

describe('keys that are JSON documents', () => {
  test('are split, however they are separated', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(account, gap, indent), { minLength: 1, maxLength: 5 }), parts => {
        const text = parts.map(([one, before, spaces]) => before + JSON.stringify(one, null, spaces)).join('')
        expect(splitDocuments(text).map(key => JSON.parse(key))).toEqual(
          parts.map(([one]) => JSON.parse(JSON.stringify(one))),
        )
      }),
      { seed: SEED },
    )
  })

  test('are split from an array', () => {
    fc.assert(
      fc.property(fc.array(account, { maxLength: 5 }), all => {
        expect(splitDocuments(JSON.stringify(all, null, 2)).map(key => JSON.parse(key))).toEqual(
          JSON.parse(JSON.stringify(all)),
        )
      }),
      { seed: SEED },
    )
  })

  test('are one key if any of the text is something else', () => {
    for (const text of ['sk-1\nsk-2', '{"a":1', '{"a":1} and more', '[1', '-----BEGIN-----\n{}\n-----END-----'])
      expect(splitDocuments(text)).toEqual([text])
    fc.assert(
      fc.property(fc.string(), text => {
        expect(splitDocuments(text).join('').length).toBeLessThanOrEqual(text.length)
      }),
      { seed: SEED },
    )
  })
})
