import { expect, test } from 'bun:test'
import type { AnswerEvent } from './answer.ts'
import { oneAtATime } from './one-at-a-time.ts'

const open = (index: number): AnswerEvent => ({ type: 'open', index, part: { type: 'text' } })
const delta = (index: number, text: string): AnswerEvent => ({ type: 'delta', index, text })
const close = (index: number): AnswerEvent => ({ type: 'close', index })

test('overlapping parts are emitted one after another, in order', () => {
  const stage = oneAtATime()
  const overlapping = [
    open(0),
    open(1),
    open(2),
    delta(2, 'c'),
    delta(0, 'a'),
    delta(1, 'b'),
    close(2),
    close(0),
    close(1),
  ]
  expect(overlapping.flatMap(stage.push)).toEqual([
    ...[open(0), delta(0, 'a'), close(0)],
    ...[open(1), delta(1, 'b'), close(1)],
    ...[open(2), delta(2, 'c'), close(2)],
  ])
})

test('an error does not wait', () => {
  const stage = oneAtATime()
  const error: AnswerEvent = {
    type: 'error',
    error: { status: 500, message: 'x', type: null, code: null, param: null },
  }
  expect([open(0), open(1), error].flatMap(stage.push)).toEqual([open(0), error])
})
