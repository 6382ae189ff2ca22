import { describe, expect, test } from 'bun:test'
import { existing, isTaken, readSubmitAnswer, shownCode } from './submit-answer.ts'

test.each([
  [1, 'IMAGINE', true, 1],
  [21, 'UPSCALE', true, 1],
  [21, 'INPAINT', true, 21],
  [21, 'CUSTOM_ZOOM', true, 21],
  [22, 'IMAGINE', true, 1],
  [23, 'IMAGINE', false, 23],
  [24, 'IMAGINE', false, 24],
  [3, 'UPSCALE', false, 3],
  [4, 'IMAGINE', false, 4],
  [9, 'IMAGINE', false, 9],
  [777, 'IMAGINE', false, 777],
])('code %i to %s: taken %p, the client is told %i', (code, action, taken, shown) => {
  expect([isTaken({ code }), shownCode(code, action)]).toEqual([taken, shown])
})

describe('an answer', () => {
  test('is read, with its id as a text or a number', () => {
    const told = { code: '1', description: 'ok', result: 1320098173412546, properties: { a: 1 } }
    expect(readSubmitAnswer(told)).toEqual({
      code: 1,
      description: 'ok',
      taskId: '1320098173412546',
      addresses: [],
      properties: { a: 1 },
    })
  })

  test('to an upload has URLs', () => {
    expect(readSubmitAnswer({ code: 1, result: ['http://a', 7] })).toMatchObject({
      taskId: '',
      addresses: ['http://a'],
    })
  })

  test.each(
    [null, [], 'ok', {}, { code: null }, { code: 'x' }, { code: '' }, { code: 1.5 }, { code: {} }].map(told => ({
      told,
    })),
  )('$told is none', ({ told }) => {
    expect(readSubmitAnswer(told)).toBeNull()
  })

  test('about an existing task has its state; a window waits', () => {
    const answer = (properties: object) => readSubmitAnswer({ code: 21, result: '1', properties }) ?? raise()
    const state = { status: 'SUCCESS', imageUrl: 'http://a' }
    expect(existing(answer(state), 'UPSCALE')).toEqual(state)
    expect(existing(answer({ remix: true }), 'INPAINT')).toEqual({ status: 'MODAL' })
    expect(existing({ ...answer(state), code: 22 }, 'UPSCALE')).toBeNull()
  })
})

const raise = (): never => {
  throw new Error('no answer')
}
