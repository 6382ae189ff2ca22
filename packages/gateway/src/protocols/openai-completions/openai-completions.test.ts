import { describe, expect, test } from 'bun:test'
import type { AnswerEvent } from '../../canonical/answer.ts'
import { gather } from '../../canonical/gather.ts'
import { noUsage } from '../../canonical/usage.ts'
import type { Loss } from '../common/losses.ts'
import { dialect as openAiCompletions } from './index.ts'

const { readRequest, writeStream, writeWhole } = openAiCompletions

describe('a prompt', () => {
  test('is the user’s text', () => {
    const request = readRequest({
      model: 'm',
      prompt: 'Once',
      max_tokens: 5,
      stop: '.',
      temperature: 1,
      stream: true,
    })
    expect(request).toEqual({
      dialect: 'openai-completions',
      model: 'm',
      stream: true,
      turns: [{ role: 'user', parts: [{ type: 'text', text: 'Once' }] }],
      tools: [],
      parameters: { maxTokens: 5, stop: ['.'], temperature: 1 },
      extras: {},
    })
  })

  test('alone in a list is the same', () => {
    expect(readRequest({ model: 'm', prompt: ['Once'] })).toEqual(readRequest({ model: 'm', prompt: 'Once' }))
  })

  test('loses parameters that only text completions have', () => {
    expect(readRequest({ model: 'm', prompt: 'Once', logprobs: 3, echo: true, best_of: 2 }).extras).toEqual({
      logprobs: 3,
      echo: true,
      best_of: 2,
    })
    expect(readRequest({ model: 'm', prompt: 'Once', logprobs: 0, echo: false }).extras).toEqual({})
  })

  test.each([
    [{ prompt: ['a', 'b'] }, 'one prompt at a time'],
    [{ prompt: [1, 2] }, 'one prompt at a time'],
    [{ prompt: '' }, 'must be a text'],
    [{ prompt: 'a', suffix: 'b' }, 'before a suffix'],
  ])('of %j is refused', (body, message) => {
    expect(() => readRequest({ model: 'm', ...body })).toThrow(message)
  })
})

describe('an answer', () => {
  const events: AnswerEvent[] = [
    { type: 'start', id: 'a1', model: 'theirs', created: 7 },
    { type: 'open', index: 0, part: { type: 'reasoning' } },
    { type: 'delta', index: 0, text: 'Hm' },
    { type: 'close', index: 0 },
    { type: 'open', index: 1, part: { type: 'text' } },
    { type: 'delta', index: 1, text: 'upon ' },
    { type: 'delta', index: 1, text: 'a time' },
    { type: 'close', index: 1 },
    { type: 'finish', reason: 'length', usage: { ...noUsage(), input: 2, output: 3 } },
  ]
  const context = { id: 'x', requestId: 'r', created: 1, model: 'ours', includeUsage: true }
  const head = { id: 'a1', object: 'text_completion', created: 7, model: 'ours' }
  const usage = expect.objectContaining({ prompt_tokens: 2, completion_tokens: 3, total_tokens: 5 })
  const losses: Loss[] = [{ what: 'reasoning', why: 'a text completion has only text' }]

  test('is its text, whole', () => {
    const choices = [{ text: 'upon a time', index: 0, logprobs: null, finish_reason: 'length' }]
    expect(writeWhole(gather(events), context)).toEqual({ body: { ...head, choices, usage }, losses })
  })

  test('is its text, piece by piece, to the last word', () => {
    const writer = writeStream(context)
    const frames = events.flatMap(event => writer.push(event)).map(frame => frame.slice('data: '.length).trim())
    const piece = (text: string, finish_reason: string | null = null) => ({
      ...head,
      choices: [{ text, index: 0, logprobs: null, finish_reason }],
    })
    expect(frames.pop()).toBe('[DONE]')
    expect(frames.map(frame => JSON.parse(frame))).toEqual([
      piece('upon '),
      piece('a time'),
      piece('', 'length'),
      { ...head, choices: [], usage },
    ])
    expect(writer.losses).toEqual(losses)
  })
})
