import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type Provider, scanObject } from '@tollgate/gateway'
import { until } from '../../../test/support/until.ts'
import { makeWatchdog } from '../../platform/process/watchdog.ts'
import { makeInFlightRegistry } from '../call/in-flight.ts'
import type { OpenChannel } from '../candidates/channel-index.ts'
import type { UpstreamRequest } from '../upstream/upstream-request.ts'
import { countAtHost } from './count-at-host.ts'

let host: Bun.Server<undefined>
let answer: () => Response
let asked: { path: string; body: unknown }[]

beforeAll(() => {
  host = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      asked.push({ path: pathname + search, body: await request.json() })
      return answer()
    },
  })
})
beforeEach(() => {
  asked = []
  answer = () => Response.json({ input_tokens: 12 })
})
afterAll(() => host.stop(true))

function count(path = '/v1/messages', format: UpstreamRequest['format'] = 'anthropic-messages', counts = true) {
  const formats = new Set(counts ? ['anthropic-count-tokens'] : [])
  const channel = { provider: { nativeFormats: () => formats } as unknown as Provider, setting: { proxy: '' } }
  const request = { format, model: 'claude', url: `http://127.0.0.1:${host.port}${path}`, headers: {} }
  return countAtHost(
    request as UpstreamRequest,
    scanObject('{"messages":[],"max_tokens":9}') as NonNullable<ReturnType<typeof scanObject>>,
    channel as OpenChannel,
    {
      limits: { connectSeconds: 0, firstByteSeconds: 30, idleSeconds: 30 },
      receiver: { signal: new AbortController().signal, readOnMs: () => 0 },
      watchdog: makeWatchdog(),
      inFlight: makeInFlightRegistry(),
    },
  )
}

/** Sends each part when the one before has been read. */
function inParts(...parts: string[]): Response {
  const left = parts.map(part => Buffer.from(part))
  return new Response(
    new ReadableStream({
      async pull(stream) {
        const part = left.shift()
        if (!part) return stream.close()
        stream.enqueue(part)
        await Bun.sleep(1)
      },
    }),
  )
}

describe('the count of a request’s tokens at its host', () => {
  test('is asked for beside the address for messages, without what is no text', async () => {
    expect(await count('/site/v1/messages?beta=true')).toBe(12)
    expect(asked).toEqual([{ path: '/site/v1/messages/count_tokens?beta=true', body: { messages: [] } }])
  })

  test('is read from an answer in several parts', async () => {
    answer = () => inParts('{"input_', 'tokens":', '13}')
    expect(await count()).toBe(13)
  })

  test('is not asked for where the host has none', async () => {
    expect(await count('/v1/messages', 'anthropic-messages', false)).toBeNull()
    expect(await count('/v1/messages', 'openai-chat')).toBeNull()
    expect(await count('/v1/other')).toBeNull()
    expect(asked).toEqual([])
  })

  test('is unknown after another status, or if the connection breaks off', async () => {
    answer = () => Response.json({ input_tokens: 12 }, { status: 201 })
    expect(await count()).toBeNull()
    answer = () => new Response(new ReadableStream({ pull: stream => stream.error('gone') }))
    expect(await count()).toBeNull()
  })

  test.each([200, 500])('is given up if an answer of status %i does not end', async status => {
    let isCancelled = false
    const endless = new ReadableStream({
      async pull(stream) {
        stream.enqueue(Buffer.from(' '.repeat(1_024)))
        await Bun.sleep(1)
      },
      cancel() {
        isCancelled = true
      },
    })
    answer = () => new Response(endless, { status })
    expect(await count()).toBeNull()
    await until(async () => isCancelled, Boolean)
  })

  test('may take 4096 bytes', async () => {
    const text = '{"input_tokens":12}'
    answer = () => inParts(text, ' '.repeat(4_096 - text.length))
    expect(await count()).toBe(12)
    answer = () => inParts(text, ' '.repeat(4_097 - text.length))
    expect(await count()).toBeNull()
  })
})
