import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { ApiError } from '../../platform/http/api-error.ts'
import { readClientMessage } from './client-message.ts'

const seeded = { seed: 25, numRuns: 200 }
const UPDATE = { type: 'session.update', session: { model: 'dear', instructions: 'Speak.' } }

const codeOf = (message: string | Uint8Array): string => {
  try {
    readClientMessage(message)
    return 'read'
  } catch (error) {
    return error instanceof ApiError ? error.code : 'another error'
  }
}

describe('a client’s message of a live session', () => {
  test('means the same as text and as bytes, and is sent as text', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4 }), fc.boolean(), (others, asBytes) => {
        const written = JSON.stringify({ extra: others, ...UPDATE })
        const { text, parsed } = readClientMessage(asBytes ? Buffer.from(written) : written)
        expect(text).toBe(written)
        expect([parsed.type, parsed.event.session]).toEqual([UPDATE.type, UPDATE.session])
      }),
      seeded,
    )
  })

  /** Accepted only by parsers more lenient than the JSON standard. */
  const lenient = [
    (text: string) => text.replace(/}$/, ',"extra":NaN}'),
    (text: string) => text.replace(/}$/, ',"extra":-Infinity}'),
    (text: string) => text.replace(/}$/, ',"extra":01}'),
    (text: string) => text.replace(/}$/, ',"extra":"a\tb"}'),
    (text: string) => text.replace(/}$/, ',"extra":"\\x41"}'),
    (text: string) => text.replace(/}$/, ',}'),
    (text: string) => `${text}{}`,
    (text: string) => `\ufeff${text}`,
    (text: string) => `// a remark\n${text}`,
    (text: string) => text.replaceAll('"', "'"),
    (text: string) => text.replace('"type"', 'type'),
    (text: string) => `[${text}]`,
    (text: string) => text.slice(0, -1),
  ]
  test('that only a lenient parser accepts is refused, as text and as bytes', () => {
    fc.assert(
      fc.property(fc.constantFrom(...lenient), fc.boolean(), fc.nat(3), (spoil, asBytes, spaces) => {
        const text = spoil(JSON.stringify(UPDATE, null, spaces))
        expect(codeOf(asBytes ? Buffer.from(text) : text)).toBe('body_not_json')
      }),
      seeded,
    )
  })

  test('whose bytes are not text is refused', () => {
    expect(codeOf(new Uint8Array([9, 0, 9]))).toBe('body_not_json')
    expect(codeOf(Buffer.concat([Buffer.from('{"type":"'), Buffer.from([0xff]), Buffer.from('"}')]))).toBe(
      'body_not_json',
    )
  })
})
