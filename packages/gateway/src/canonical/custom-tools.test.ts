import { expect, test } from 'bun:test'
import type { AnswerEvent } from './answer.ts'
import { customArguments, unwrapCustomCalls } from './custom-tools.ts'

test('a free-text call made as a function becomes free text again', () => {
  const json = customArguments('*** Begin\n"patch"')
  const part = { type: 'tool-call', id: 'a', name: 'apply_patch' } as const
  const events: AnswerEvent[] = [
    { type: 'open', index: 0, part },
    { type: 'delta', index: 0, text: json.slice(0, 5) },
    { type: 'delta', index: 0, text: json.slice(5) },
    { type: 'close', index: 0 },
  ]
  expect(events.flatMap(unwrapCustomCalls(new Set(['apply_patch'])).push)).toEqual([
    { type: 'open', index: 0, part: { ...part, custom: true } },
    { type: 'delta', index: 0, text: '*** Begin\n"patch"' },
    { type: 'close', index: 0 },
  ])
  expect(events.flatMap(unwrapCustomCalls(new Set(['other'])).push)).toEqual(events)
})
