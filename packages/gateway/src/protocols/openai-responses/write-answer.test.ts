import { describe, expect, test } from 'bun:test'
import type { AnswerEvent } from '../../canonical/answer.ts'
import { gather } from '../../canonical/gather.ts'
import { asObject, asObjects, type JsonObject, tryParse } from '../../raw/json.ts'
import { splitSse } from '../../stage/sse.ts'
import { readRecordings } from '../laws/recordings.ts'
import { context, readRecording } from '../laws/run.ts'
import { readWhole } from './read-answer.ts'
import { readRequest } from './read-request.ts'
import { writeStream } from './write-stream.ts'
import { writeWhole } from './write-whole.ts'

const answers = readRecordings()
  .filter(recording => recording.status === 200)
  .map(recording => ({ name: recording.name, events: readRecording(recording) }))
const sound = answers.filter(({ events }) => events.at(-1)?.type === 'finish')

function streamed(events: readonly AnswerEvent[], asked?: JsonObject): JsonObject[] {
  const writer = writeStream({ ...context, ...(asked && { asked }) })
  const text = events.flatMap(event => writer.push(event)).join('')
  return splitSse()
    .push(new TextEncoder().encode(text))
    .map(({ event, data }) => {
      const wire = asObject(tryParse(data ?? '')) ?? {}
      expect(wire.type).toBe(event)
      return wire
    })
}

describe('a response streamed to a client', () => {
  test.each(answers)('$name: events are numbered, and items begin and end in their places', ({ events }) => {
    const written = streamed(events)
    expect(written.map(event => event.sequence_number)).toEqual(written.map((_, number) => number))
    const added: unknown[] = []
    const open = new Map<unknown, string>()
    for (const event of written) {
      const item = asObject(event.item)
      if (event.type === 'response.output_item.added') {
        expect(event.output_index).toBe(added.push(item?.id) - 1)
        open.set(event.output_index, String(item?.id))
      } else if (event.type === 'response.output_item.done') {
        expect(String(item?.id)).toBe(open.get(event.output_index) ?? 'nothing open')
        open.delete(event.output_index)
      } else if (event.item_id !== undefined) {
        expect(String(event.item_id)).toBe(open.get(event.output_index) ?? 'nothing open')
      }
    }
    if (events.at(-1)?.type === 'finish') expect(open.size).toBe(0)
    expect(new Set(added).size).toBe(added.length)
  })

  test.each(sound)('$name: the last event carries the whole response', ({ events }) => {
    const written = streamed(events)
    const { body } = writeWhole(gather(events), context)
    expect(JSON.stringify(written.at(-1)?.response)).toBe(JSON.stringify(body))
    const done = written.filter(event => event.type === 'response.output_item.done')
    const inPlace = done.toSorted((one, other) => Number(one.output_index) - Number(other.output_index))
    const items = inPlace.map(event => asObject(event.item) ?? {})
    expect(JSON.stringify(byId(items))).toBe(JSON.stringify(byId(asObjects(body.output))))
    // only items without visible content may have moved, to before its message
    expect(JSON.stringify(items.filter(shows))).toBe(JSON.stringify(asObjects(body.output).filter(shows)))
  })

  const byId = (items: readonly JsonObject[]) => items.toSorted((one, other) => (`${one.id}` < `${other.id}` ? -1 : 1))
  const shows = ({ type, summary }: JsonObject) => type !== 'reasoning' || asObjects(summary).length > 0

  test('repeats the request’s settings', () => {
    const asked = {
      model: 'mine',
      instructions: 'Be brief.',
      temperature: 0.5,
      tools: [{ type: 'function', name: 'f' }],
    }
    const [created] = streamed([{ type: 'start', id: 'a', model: 'theirs' }], asked)
    expect(created?.response).toMatchObject({
      instructions: 'Be brief.',
      temperature: 0.5,
      tools: [{ type: 'function', name: 'f', parameters: null, strict: null }],
      parallel_tool_calls: true,
    })
  })

  test('an answer that fails midway ends as a failed response with the finished part', () => {
    const written = streamed([
      { type: 'start', id: 'a', model: 'm' },
      { type: 'open', index: 0, part: { type: 'tool-call', id: 'c', name: 'look' } },
      { type: 'close', index: 0 },
      { type: 'error', error: { status: 429, message: 'Slow.', type: null, code: 'too_fast', param: null } },
    ])
    expect(written.at(-1)).toMatchObject({
      type: 'response.failed',
      response: {
        status: 'failed',
        error: { code: 'rate_limit_exceeded', message: 'Slow. (request id: req-1)' },
        output: [{ type: 'function_call', call_id: 'c' }],
      },
    })
  })

  test('an answer that never began ends with an error event', () => {
    const error = { status: 502, message: 'Gone.', type: 'upstream_error', code: null, param: null }
    expect(streamed([{ type: 'error', error }])).toEqual([
      {
        type: 'error',
        sequence_number: 0,
        code: 'upstream_error',
        message: 'Gone. (request id: req-1)',
        param: null,
      },
    ])
  })
})

describe('an answer written as a response', () => {
  test('signatures after the text or call they belong to are matched to it', () => {
    const signature = { origin: 'google', value: 'dGg=' }
    const { body } = writeWhole(
      gather([
        { type: 'start', id: 'a', model: 'm' },
        { type: 'open', index: 0, part: { type: 'text' } },
        { type: 'delta', index: 0, text: 'Hi' },
        { type: 'signature', index: 0, signature },
        { type: 'close', index: 0 },
        { type: 'finish', reason: 'stop', usage: null },
      ]),
      context,
    )
    const { turns } = readRequest({ model: 'm', input: body.output })
    expect(turns).toEqual([{ role: 'assistant', parts: [{ type: 'text', text: 'Hi', signature }] }])
  })

  test('withheld thinking stays distinct from thinking without words', () => {
    const withheld = { origin: 'anthropic', value: 'cmVk' }
    const silent = { origin: 'anthropic', value: 'c2ln' }
    const { body } = writeWhole(
      gather([
        { type: 'start', id: 'a', model: 'm' },
        { type: 'open', index: 0, part: { type: 'reasoning', redacted: true } },
        { type: 'signature', index: 0, signature: withheld },
        { type: 'close', index: 0 },
        { type: 'open', index: 1, part: { type: 'reasoning' } },
        { type: 'signature', index: 1, signature: silent },
        { type: 'close', index: 1 },
        { type: 'finish', reason: 'stop', usage: null },
      ]),
      context,
    )
    expect(readRequest({ model: 'm', input: body.output }).turns).toEqual([
      {
        role: 'assistant',
        parts: [
          { type: 'reasoning', text: '', redacted: true, signature: withheld },
          { type: 'reasoning', text: '', signature: silent },
        ],
      },
    ])
  })

  test('calls return to the namespaces their tools were read from', () => {
    const inside = { type: 'function', name: 'look', parameters: null, strict: null }
    const tools = [inside, { type: 'namespace', name: 'files', description: 'Files.', tools: [inside] }]
    expect(readRequest({ model: 'm', input: 'Hi', tools }).tools.map(tool => 'name' in tool && tool.name)).toEqual([
      'look',
      'files__look',
    ])
    const { body } = writeWhole(
      gather([
        { type: 'start', id: 'a', model: 'm' },
        { type: 'open', index: 0, part: { type: 'tool-call', id: 'c', name: 'files__look' } },
        { type: 'delta', index: 0, text: '{}' },
        { type: 'close', index: 0 },
        { type: 'finish', reason: 'tool-calls', usage: null },
      ]),
      { ...context, asked: { tools } },
    )
    expect(body.output).toMatchObject([{ type: 'function_call', name: 'look', namespace: 'files', call_id: 'c' }])
    const { turns } = readRequest({ model: 'm', tools, input: body.output })
    expect(turns[0]?.parts[0]).toMatchObject({ type: 'tool-call', name: 'files__look' })
  })

  test('an image from another model becomes the call that would have made it', () => {
    const events: AnswerEvent[] = [
      { type: 'start', id: 'a', model: 'm' },
      { type: 'open', index: 0, part: { type: 'media', kind: 'image', mime: 'image/png' } },
      { type: 'delta', index: 0, text: 'aGk=' },
      { type: 'close', index: 0 },
      { type: 'finish', reason: 'stop', usage: null },
    ]
    const { body, losses } = writeWhole(gather(events), context)
    expect(losses).toEqual([])
    expect(gather(readWhole(body)).parts).toMatchObject([
      { type: 'media', kind: 'image', source: { type: 'data', base64: 'aGk=' } },
    ])
  })
})
