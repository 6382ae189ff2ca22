import { describe, expect, test } from 'bun:test'
import type { AnswerEvent } from './answer.ts'
import { grammar } from './grammar.ts'

const start: AnswerEvent = { type: 'start', id: 'a', model: 'm' }
const open = (index: number): AnswerEvent => ({ type: 'open', index, part: { type: 'text' } })
const delta = (index: number): AnswerEvent => ({ type: 'delta', index, text: 'x' })
const close = (index: number): AnswerEvent => ({ type: 'close', index })
const finish: AnswerEvent = { type: 'finish', reason: 'stop', usage: null }

function run(events: AnswerEvent[]): AnswerEvent[] {
  const checked = grammar()
  return [...events.flatMap(checked.push), ...checked.end()]
}

const messageOf = (events: AnswerEvent[]) => {
  const last = run(events).at(-1)
  return last?.type === 'error' ? last.error.message : null
}

describe('a run of events', () => {
  test('passes unchanged if well formed, with parts overlapping or not', () => {
    const events = [start, open(0), open(1), delta(0), delta(1), close(1), close(0), finish]
    expect(run(events)).toEqual(events)
  })

  test('ignores everything after its last event', () => {
    expect(run([start, finish, finish, open(0)])).toEqual([start, finish])
  })

  test.each([
    ['ended the answer before it was complete', [start, open(0)]],
    ['it started twice', [start, start]],
    ['open came before the start', [open(0)]],
    ['part 1 opened where 0 was next', [start, open(1)]],
    ['delta for part 0, which is not open', [start, open(0), close(0), delta(0)]],
    ['it finished with 1 parts open', [start, open(0), finish]],
  ])('ends in one error: %s', (fault, events) => {
    expect(messageOf(events)).toContain(fault)
    expect(run(events).filter(event => event.type === 'error')).toHaveLength(1)
  })
})
