import { describe, expect, test } from 'bun:test'
import { finished } from './finished.ts'
import type { Transport } from './transport.ts'

const HEADERS = { authorization: 'Bearer k' }
const BUSY = '{"status":"RUNNING"}'
const DONE = '{"status":"SUCCEEDED"}'

const at = (text: string, status = 200, headers: Record<string, string> = { 'retry-after': '0' }) =>
  new Response(text, { status, headers: { 'content-type': 'application/json', ...headers } })

/** Polls a task whose host gives these answers in order and then repeats the last. */
async function play(
  first: Response,
  answers: (() => Response)[],
  { waitMs = 0, signal = new AbortController().signal } = {},
) {
  const asked: Parameters<Transport>[0][] = []
  const send: Transport = async request => {
    asked.push(request)
    return (answers[Math.min(asked.length, answers.length) - 1] ?? (() => at(BUSY)))()
  }
  const poll = (body: string) => (body === BUSY ? { url: 'http://up/tasks/1', headers: HEADERS, waitMs } : null)
  const request = { url: 'http://up/', headers: { 'x-async': 'on', ...HEADERS }, body: '{}', proxy: '', signal, poll }
  const response = await finished(first, request, send)
  return { status: response.status, text: await response.text(), asked }
}

describe('a task', () => {
  test('is polled until it ends, with only the poll’s own headers', async () => {
    const { status, text, asked } = await play(at(BUSY), [() => at(BUSY), () => at(DONE)])
    expect([status, text, asked.length]).toEqual([200, DONE, 2])
    expect(asked[0]).toMatchObject({ url: 'http://up/tasks/1', method: 'GET', headers: HEADERS, body: '' })
  })

  test('that is done at once is not polled', async () => {
    expect(await play(at(DONE), [])).toEqual({ status: 200, text: DONE, asked: [] })
  })

  test('that was refused is not polled', async () => {
    expect(await play(at(BUSY, 429), [])).toMatchObject({ status: 429, text: BUSY, asked: [] })
  })

  test('is given up after twenty polls with the last answer', async () => {
    const { text, asked } = await play(at(BUSY), [() => at(BUSY)])
    expect([text, asked.length]).toEqual([BUSY, 20])
  })

  test.each([
    ['no JSON', () => at('<html>')],
    ['a failure', () => at('{}', 503)],
  ])('an answer that is not understood changes nothing until it repeats: %s', async (_what, unclear) => {
    expect((await play(at(BUSY), [unclear, unclear, () => at(DONE)])).text).toBe(DONE)
    const { text, asked } = await play(at(BUSY), [unclear, unclear, () => at(BUSY), unclear, unclear, unclear])
    expect([text, asked.length]).toEqual([await unclear().text(), 6])
  })

  test('is no longer polled when the call is cut off, however long the wait', async () => {
    const cut = new AbortController()
    const playing = play(at(BUSY, 200, {}), [], { waitMs: 60_000, signal: cut.signal })
    cut.abort()
    expect(await playing.catch((error: Error) => error.name)).toBe('AbortError')
  })

  test('with an endless answer has it cut', async () => {
    const endless = new ReadableStream<Uint8Array>({
      pull: controller => controller.enqueue(new Uint8Array(256 * 1024).fill(0x20)),
    })
    const { text } = await play(new Response(endless, { headers: { 'retry-after': '0' } }), [])
    expect(text.length).toBe(1024 * 1024)
  })
})
