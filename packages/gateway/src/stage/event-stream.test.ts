import { describe, expect, test } from 'bun:test'
import { splitEventStream } from './event-stream.ts'
import { eventStream } from './event-stream-fixture.ts'

const bytes = eventStream([
  { headers: { ':event-type': 'messageStart', ':message-type': 'event' }, body: { role: 'assistant' } },
  { headers: { ':event-type': 'contentBlockDelta', ':message-type': 'event' }, body: { delta: { text: 'grüß 世界' } } },
])
const FRAMES = [
  { event: 'messageStart', data: '{"role":"assistant"}' },
  { event: 'contentBlockDelta', data: '{"delta":{"text":"grüß 世界"}}' },
]

const split = (...chunks: Uint8Array[]) => {
  const stage = splitEventStream()
  return [...chunks.flatMap(stage.push), ...stage.end()]
}

describe('an event stream', () => {
  test('is split the same way in chunks of any size', () => {
    for (const size of [1, 3, 7, 50, bytes.length]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.slice(at * size, (at + 1) * size),
      )
      expect(split(...chunks)).toEqual(FRAMES)
    }
  })

  test('a message cut off at the end is ignored', () => {
    expect(split(bytes.slice(0, -5))).toEqual(FRAMES.slice(0, 1))
  })

  test('an exception is an error with a status', () => {
    const exception = eventStream([
      {
        headers: { ':exception-type': 'throttlingException', ':message-type': 'exception' },
        body: { message: 'slow down' },
      },
    ])
    expect(split(exception)).toEqual([
      {
        event: 'error',
        data: '{"type":"error","error":{"type":"throttlingException","message":"slow down","status_code":429}}',
      },
    ])
  })

  test('an error is described in its headers', () => {
    const headers = { ':error-code': 'InternalError', ':error-message': 'sorry', ':message-type': 'error' }
    expect(split(eventStream([{ headers }]))).toEqual([
      { event: 'error', data: '{"type":"error","error":{"type":"InternalError","message":"sorry","status_code":500}}' },
    ])
  })

  test.each([
    ['no message at all', new TextEncoder().encode('data: {"text":"no event stream"}\n\n')],
    ['a wrong check sum', bytes.with(bytes.length - 1, (bytes.at(-1) ?? 0) ^ 1)],
    ['an absurd size', Uint8Array.of(0xff, 0xff, 0xff, 0xff, ...bytes)],
  ])('%s ends in one error', (_what, broken) => {
    const frames = split(broken, bytes)
    expect(frames.at(-1)?.data).toContain('bytes that are no message')
    expect(frames.filter(({ event }) => event === 'error')).toHaveLength(1)
  })
})
