import { expect, test } from 'bun:test'
import { carriesSeals, sealIntoId, splitSealedId, unwrapSeal, wrapSeal } from './seal.ts'

const seal = { origin: 'google', value: 'a+/b==', id: 'rs_1' }

test('a seal in the place of another says whose it is', () => {
  expect(unwrapSeal(wrapSeal(seal), 'anthropic')).toEqual(seal)
  expect(unwrapSeal('c2ln', 'anthropic')).toEqual({ origin: 'anthropic', value: 'c2ln' })
})

test('a seal rides in an id of plain characters and comes out again', () => {
  const id = sealIntoId('toolu_1', seal)
  expect(id).toMatch(/^[a-zA-Z0-9_-]+$/)
  expect(splitSealedId(id)).toEqual({ id: 'toolu_1', seal })
})

test('an id that only looks sealed is left alone', () => {
  expect(splitSealedId('call__seal_zzz')).toEqual({ id: 'call__seal_zzz' })
  expect(unwrapSeal('tollgate-seal.[', 'openai')).toEqual({ origin: 'openai', value: 'tollgate-seal.[' })
})

test.each([
  ['wrapped', `{"signature":${JSON.stringify(wrapSeal(seal))}}`],
  ['wrapped and in base64', `{"thoughtSignature":"${Buffer.from(wrapSeal(seal)).toString('base64')}"}`],
  ['in an id', `{"id":"${sealIntoId('toolu_1', seal)}"}`],
  ['missing where Messages would have one', '{"type":"thinking","thinking":"Hm","signature": ""}'],
])('a request must be rewritten for a seal that is %s', (_where, text) => {
  expect(carriesSeals(text)).toBe(true)
})

test('a request with an upstream’s own seals passes as it is', () => {
  expect(carriesSeals('{"type":"thinking","thinking":"Hm","signature":"c2ln"}')).toBe(false)
})
