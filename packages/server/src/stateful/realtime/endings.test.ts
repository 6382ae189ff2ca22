import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Log, LogOther, Page } from '@tollgate/contract'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { openRealtime, type RealtimeClient } from '../../../test/support/realtime-client.ts'
import {
  beginResponse,
  endResponse,
  REPORTED,
  type RealtimeUpstream,
  say,
  startRealtimeUpstream,
} from '../../../test/support/realtime-upstream.ts'
import { until } from '../../../test/support/until.ts'

const MODEL = 'gpt-realtime'
const MIB = 1024 * 1024

let upstream: RealtimeUpstream
let gateway: TestGateway
let bearer: string
let client: RealtimeClient

beforeAll(async () => {
  upstream = await startRealtimeUpstream()
  gateway = await startGateway()
  await gateway.makeChannel({ base_url: upstream.url, models: MODEL })
  bearer = (await gateway.makeToken()).bearer
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})
beforeEach(async () => {
  lastRow = (await newestRow())?.id ?? 0
  upstream.heard = []
  upstream.answer = (event, socket) => {
    if (event.type === 'response.create') beginResponse(socket)
  }
  client = openRealtime(`${gateway.url}/v1/realtime?model=${MODEL}`, bearer)
  await client.hears('session.created')
})
afterEach(async () => {
  client.socket.terminate()
  await upstreamIsLeft()
})

const onlySocket = () => {
  const [socket] = upstream.sockets
  if (!socket) throw new Error('nobody is connected')
  return socket
}
async function beginSpeaking(): Promise<void> {
  client.say({ type: 'response.create' })
  await client.hears('response.output_audio_transcript.delta')
}
const upstreamIsLeft = () =>
  until(
    async () => upstream.sockets.size,
    count => count === 0,
  )
/** The newest row when the test began; 0: none. */
let lastRow = 0
const newestRow = async () =>
  (await gateway.consoleCall<Page<Log>>('GET', '/api/log/?p=1&page_size=10')).items.find(log => log.request_id !== '')
/** Returns the row of this test's session. */
async function row(): Promise<{ quota: number; other: LogOther }> {
  const found = await until(newestRow, log => (log?.id ?? 0) > lastRow)
  return { quota: found?.quota ?? 0, other: JSON.parse(found?.other ?? '{}') }
}
/** The estimate for a second of speech with its text. */
const SPOKEN = { audio_output: 20, usage_source: 'estimated' }

describe('a response that is cut off is charged once for what arrived', () => {
  test('by a client that leaves, by the usage that its upstream reports when it is cancelled', async () => {
    upstream.answer = (event, socket) => {
      if (event.type === 'response.create') beginResponse(socket)
      if (event.type === 'response.cancel')
        endResponse(socket, String(event.response_id), { status: 'cancelled', usage: REPORTED })
    }
    await beginSpeaking()
    client.socket.close()
    await upstreamIsLeft()
    const { quota, other } = await row()
    expect([quota, other.client_gone, other.usage_source]).toEqual([3_388, true, undefined])
    expect(upstream.heard.at(-1)).toEqual({ type: 'response.cancel', response_id: 'resp_1' })
  })

  test('by a client that leaves, when the upstream reports no usage', async () => {
    await beginSpeaking()
    client.socket.close()
    await upstreamIsLeft()
    const { quota, other } = await row()
    expect(other).toMatchObject({ ...SPOKEN, client_gone: true })
    expect(quota).toBeGreaterThan(20 * 32)
  })

  test('by a client whose connection breaks', async () => {
    await beginSpeaking()
    client.socket.terminate()
    await upstreamIsLeft()
    expect((await row()).other).toMatchObject({ ...SPOKEN, client_gone: true })
  })

  test('by an upstream whose connection breaks', async () => {
    await beginSpeaking()
    onlySocket().terminate()
    expect(await client.ends()).toEqual({ code: 1014, reason: 'upstream_broke_off' })
    expect(client.events.at(-1)).toMatchObject({
      type: 'error',
      error: { code: 'upstream_broke_off', type: 'api_error' },
    })
    expect((await row()).other).toMatchObject({ ...SPOKEN, error_code: 'upstream_broke_off', status_code: 502 })
  })

  test('by an upstream that closes its socket', async () => {
    await beginSpeaking()
    onlySocket().close(1000, 'that was it')
    expect(await client.ends()).toEqual({ code: 1014, reason: 'upstream_broke_off' })
    expect((await row()).other).toMatchObject(SPOKEN)
  })

  test('by an upstream that falls silent', async () => {
    await gateway.setOption('relay_setting.idle_timeout_seconds', 1)
    const other = openRealtime(`${gateway.url}/v1/realtime?model=${MODEL}`, bearer)
    await other.hears('session.created')
    other.say({ type: 'response.create' })
    expect(await other.ends()).toEqual({ code: 1014, reason: 'upstream_silent' })
    expect((await row()).other).toMatchObject({ ...SPOKEN, error_code: 'upstream_silent' })
    await gateway.setOption('relay_setting.idle_timeout_seconds', 300)
  })
})

describe('a session ends', () => {
  test('normally if its upstream ends it between responses', async () => {
    say(onlySocket(), { type: 'error', error: { type: 'invalid_request_error', code: 'session_expired' } })
    onlySocket().close(1000, 'at http://inner.host')
    expect(await client.ends()).toEqual({ code: 1000, reason: '' })
    expect(client.events.map(({ type }) => type)).toEqual(['session.created', 'error'])
  })

  test('after the last response if its upstream then ends it', async () => {
    upstream.answer = (event, socket) => {
      if (event.type !== 'response.create') return
      endResponse(socket, beginResponse(socket))
      socket.close(1000)
    }
    client.say({ type: 'response.create' })
    expect(await client.ends()).toEqual({ code: 1000, reason: '' })
    expect(client.events.at(-1)?.type).toBe('response.done')
    expect((await row()).quota).toBe(3_388)
  })

  test('if its upstream does not begin a response', async () => {
    upstream.answer = (_event, socket) => say(socket, { type: 'rate_limits.updated' })
    await gateway.setOption('relay_setting.first_byte_timeout_seconds', 1)
    const other = openRealtime(`${gateway.url}/v1/realtime?model=${MODEL}`, bearer)
    await other.hears('session.created')
    other.say({ type: 'response.create' })
    expect(await other.ends()).toEqual({ code: 1014, reason: 'upstream_first_byte_timeout' })
    expect((await row()).other).toMatchObject({ error_code: 'upstream_first_byte_timeout' })
    await gateway.setOption('relay_setting.first_byte_timeout_seconds', 600)
  })

  test('at a message longer than its client may send', async () => {
    client.say({ type: 'input_audio_buffer.append', audio: 'A'.repeat(17 * MIB) })
    expect((await client.ends()).code).toBe(1009)
    await upstreamIsLeft()
    expect(upstream.heard).toEqual([])
  })

  test('at a message longer than its upstream may send', async () => {
    onlySocket().send('A'.repeat(17 * MIB))
    expect(await client.ends()).toEqual({ code: 1009, reason: 'upstream_too_large' })
    await upstreamIsLeft()
  })
})

describe('a side that does not read', () => {
  const LETTERS = 'A'.repeat(MIB)
  const COUNT = 64
  const numbered = (n: number) => ({ type: 'odd', n, LETTERS })

  test('pauses the upstream if it is the client, without losing a message', async () => {
    client.socket.pause()
    const socket = onlySocket()
    for (let n = 0; n < COUNT; n++) say(socket, numbered(n))
    await settled(() => socket.getBufferedAmount())
    expect(socket.getBufferedAmount()).toBeGreaterThan(16 * MIB)
    client.socket.resume()
    const all = await until(
      async () => client.events.filter(({ type }) => type === 'odd'),
      events => events.length === COUNT,
    )
    expect(all.map(({ n }) => n)).toEqual(Array.from({ length: COUNT }, (_, n) => n))
  })

  test('pauses the client if it is the upstream, without losing a message', async () => {
    const socket = onlySocket()
    socket.pause()
    for (let n = 0; n < COUNT; n++) client.say(numbered(n))
    await settled(() => client.socket.bufferedAmount)
    expect(client.socket.bufferedAmount).toBeGreaterThan(16 * MIB)
    socket.resume()
    const all = await until(
      async () => upstream.heard,
      events => events.length === COUNT,
    )
    expect(all.map(event => 'n' in event && event.n)).toEqual(Array.from({ length: COUNT }, (_, n) => n))
  })

  test('is disconnected in the end if it is the client', async () => {
    await gateway.setOption('relay_setting.idle_timeout_seconds', 1)
    const other = openRealtime(`${gateway.url}/v1/realtime?model=${MODEL}`, bearer)
    await other.hears('session.created')
    other.socket.pause()
    const socket = [...upstream.sockets].at(-1)
    if (!socket) throw new Error('nobody is connected')
    for (let n = 0; n < COUNT; n++) say(socket, numbered(n))
    await until(
      async () => socket.readyState,
      state => state === WebSocket.CLOSED,
    )
    expect((await row()).other).toMatchObject({ error_code: 'client_too_slow' })
    other.socket.terminate()
    await gateway.setOption('relay_setting.idle_timeout_seconds', 300)
  })
})

/** Waits until a number no longer changes. */
async function settled(read: () => number): Promise<void> {
  let [last, since] = [read(), performance.now()]
  await until(
    async () => {
      const now = read()
      if (now !== last) [last, since] = [now, performance.now()]
      return performance.now() - since
    },
    quietMs => quietMs > 200,
  )
}

describe('a gateway that stops', () => {
  test('ends sessions: idle ones at once, others after the running response', async () => {
    const own = await startGateway()
    await own.makeChannel({ base_url: upstream.url, models: MODEL })
    const token = await own.makeToken()
    const [idle, speaking] = [0, 1].map(() => openRealtime(`${own.url}/v1/realtime?model=${MODEL}`, token.bearer))
    if (!idle || !speaking) throw new Error('two were made')
    await Promise.all([idle, speaking].map(session => session.hears('session.created')))
    speaking.say({ type: 'response.create' })
    await speaking.hears('response.output_audio_transcript.delta')
    const stopping = own.stop()
    expect(await idle.ends()).toEqual({ code: 1012, reason: 'shutting_down' })
    const still = [...upstream.sockets].find(({ data }) => data.responses === 1)
    if (still) endResponse(still, 'resp_1')
    expect(await speaking.ends()).toEqual({ code: 1012, reason: 'shutting_down' })
    expect(speaking.events.slice(-2).map(({ type }) => type)).toEqual(['response.done', 'error'])
    await stopping
  })
})
