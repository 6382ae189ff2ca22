import { expect, test } from 'bun:test'
import { sealIntoId, splitSealedId, unwrapSeal, wrapSeal } from './seal.ts'

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
