import { expect, test } from 'bun:test'
import type { AnswerEvent, OpenPart } from '../canonical/answer.ts'
import { gather } from '../canonical/gather.ts'
import { grammar } from '../canonical/grammar.ts'
import { thinkingToContent } from './thinking-to-content.ts'

const open = (index: number, part: OpenPart): AnswerEvent => ({ type: 'open', index, part })
const delta = (index: number, text: string): AnswerEvent => ({ type: 'delta', index, text })
const close = (index: number): AnswerEvent => ({ type: 'close', index })
const START: AnswerEvent = { type: 'start', id: 'c', model: 'm' }
const FINISH: AnswerEvent = { type: 'finish', reason: 'stop', usage: null }

function reshaped(...events: AnswerEvent[]): AnswerEvent[] {
  const reshape = thinkingToContent()
  const checked = grammar()
  return [START, ...events, FINISH].flatMap(reshape.push).flatMap(event => checked.push(event))
}

test('reasoning comes before the text, between marks, piece by piece', () => {
  const events = reshaped(
    open(0, { type: 'reasoning' }),
    delta(0, 'Let me '),
    delta(0, 'see.'),
    { type: 'signature', index: 0, signature: { origin: 'x', value: 'sealed' } },
    close(0),
    open(1, { type: 'text' }),
    delta(1, 'Yes.'),
    close(1),
  )
  expect(events.flatMap(event => (event.type === 'delta' ? event.text : []))).toEqual([
    '<think>\nLet me ',
    'see.',
    '\n</think>\n',
    'Yes.',
  ])
  expect(gather(events).parts.map(part => part.type)).toEqual(['text', 'text'])
})

test('reasoning without text leaves no marks', () => {
  const sealed: AnswerEvent = { type: 'signature', index: 0, signature: { origin: 'x', value: 'sealed' } }
  const events = reshaped(open(0, { type: 'reasoning' }), delta(0, ''), sealed, close(0))
  expect(gather(events).parts).toEqual([{ type: 'text', text: '' }])
})

test('all other events pass unchanged', () => {
  const call: OpenPart = { type: 'tool-call', id: 't', name: 'find' }
  const events = [open(0, call), delta(0, '{}'), close(0)]
  expect(reshaped(...events)).toEqual([START, ...events, FINISH])
})
