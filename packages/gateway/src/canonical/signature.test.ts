import { expect, test } from 'bun:test'
import { carriesSignatures, signatureIntoId, splitSignedId, unwrapSignature, wrapSignature } from './signature.ts'

const signature = { origin: 'google', value: 'a+/b==', id: 'rs_1' }

test('a signature in another family’s place names its origin', () => {
  expect(unwrapSignature(wrapSignature(signature), 'anthropic')).toEqual(signature)
  expect(unwrapSignature('c2ln', 'anthropic')).toEqual({ origin: 'anthropic', value: 'c2ln' })
})

test('a signature can be carried in an id of plain characters and read back', () => {
  const id = signatureIntoId('toolu_1', signature)
  expect(id).toMatch(/^[a-zA-Z0-9_-]+$/)
  expect(splitSignedId(id)).toEqual({ id: 'toolu_1', signature })
})

test('an id that only looks like one with a signature is unchanged', () => {
  expect(splitSignedId('call__seal_zzz')).toEqual({ id: 'call__seal_zzz' })
  expect(unwrapSignature('tollgate-seal.[', 'openai')).toEqual({ origin: 'openai', value: 'tollgate-seal.[' })
})

test.each([
  ['wrapped', `{"signature":${JSON.stringify(wrapSignature(signature))}}`],
  ['wrapped and in base64', `{"thoughtSignature":"${Buffer.from(wrapSignature(signature)).toString('base64')}"}`],
  ['in an id', `{"id":"${signatureIntoId('toolu_1', signature)}"}`],
  ['missing where Messages would have one', '{"type":"thinking","thinking":"Hm","signature": ""}'],
])('a request must be rewritten for a signature that is %s', (_where, text) => {
  expect(carriesSignatures(text)).toBe(true)
})

test('a request with an upstream’s own signatures passes unchanged', () => {
  expect(carriesSignatures('{"type":"thinking","thinking":"Hm","signature":"c2ln"}')).toBe(false)
})
