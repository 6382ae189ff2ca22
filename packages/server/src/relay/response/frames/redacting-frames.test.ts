import { describe, expect, test } from 'bun:test'
import { makeRedactor, observers } from '@tollgate/gateway'
import { jsonArrayFrames } from './json-array-frames.ts'
import { redactingFrames } from './redacting-frames.ts'
import { sseFrames } from './sse-frames.ts'

const SECRET = 'Zq7x-Upstream-KEY'
const redactor = makeRedactor([SECRET])
const chunk = '{"id":"c","choices":[{"index":0,"delta":{"content":"by Zq7x-Upstream-KEY"}}]}'
const error = `{"error":{"message":"no ${SECRET}"}}`

/** What a client gets from a stream that arrives in these pieces. */
function passed(pieces: readonly Uint8Array[], asArray: boolean): string {
  const makeObserver = asArray ? observers.gemini : observers['openai-chat']
  const observer = makeObserver.stream({ hideUsage: false, asArray })
  const frames = redactingFrames(asArray ? jsonArrayFrames() : sseFrames(), { observer, redactor, isOwn: true })
  const out = pieces.map(piece => {
    const came = observer.push(piece)
    return came && frames.push(came)
  })
  observer.end()
  return Buffer.concat([...out, frames.rest()].filter(bytes => bytes !== null)).toString()
}

const events = (end: string) =>
  [`data: ${chunk}`, `: from ${SECRET}`, `data: ${chunk}`, `data: not ${SECRET}`, `data: ${error}`, 'data: [DONE]']
    .map(line => line + end + end)
    .join('')

describe('wherever a stream is cut, only text outside of the answer is redacted', () => {
  test.each([
    ['lines', events('\n'), false],
    ['lines ended twice', events('\r\n'), false],
    ['an array', `[${chunk},\r\n${error},\r\n${chunk}]`, true],
  ])('%s', (_name, text, asArray) => {
    // The answer's own words stay.
    const expected = text.replace(/(from|not|no) Zq7x-Upstream-KEY/g, '$1 ***')
    const bytes = Buffer.from(text)
    for (let cut = 0; cut < bytes.length; cut++) {
      const pieces = [bytes.subarray(0, cut), bytes.subarray(cut, cut + 1), bytes.subarray(cut + 1)]
      expect(passed(pieces, asArray)).toBe(expected)
    }
    expect(
      passed(
        [...bytes].map(byte => Uint8Array.of(byte)),
        asArray,
      ),
    ).toBe(expected)
  })
})

test('an error too long to be buffered is not passed on', () => {
  const long = `data: {"error":{"message":"${'x'.repeat(2 * 1024 * 1024)} ${SECRET}"}}`
  expect(() => passed([Buffer.from(long)], false)).toThrow('upstream_too_large')
})

test('a long frame loses only the secrets of its error', () => {
  const response = { id: 'r', status: 'failed', output: ['y'.repeat(100_000)], error: { message: `no ${SECRET}` } }
  const came = passed([Buffer.from(`data: ${JSON.stringify({ type: 'response.failed', response })}\n\n`)], false)
  expect(JSON.parse(came.slice(6))).toEqual({
    type: 'response.failed',
    response: { ...response, error: { message: 'no ***' } },
  })
})
