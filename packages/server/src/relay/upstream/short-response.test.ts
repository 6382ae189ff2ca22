import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { makeWatchdog } from '../../platform/process/watchdog.ts'
import { makeInFlightRegistry } from '../call/in-flight.ts'
import { callUpstream } from './call-upstream.ts'

/** What the upstream does after a request. */
let answer: (socket: Socket) => void
let server: Server

beforeAll(async () => {
  server = createServer(socket => socket.once('data', () => answer(socket)).on('error', () => undefined))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => server.close())

const head = (...lines: string[]) =>
  ['HTTP/1.1 200 OK', 'content-type: application/json', ...lines, '', ''].join('\r\n')

function call(signal = new AbortController().signal) {
  const { port } = server.address() as AddressInfo
  return callUpstream(
    {
      url: `http://127.0.0.1:${port}/`,
      headers: {},
      body: '{}',
      proxy: '',
      limits: { connectSeconds: 0, firstByteSeconds: 30, idleSeconds: 0.3 },
      receiver: { signal, readOnMs: () => 0 },
    },
    { watchdog: makeWatchdog(), inFlight: makeInFlightRegistry() },
  )
}

describe('a response that announces a short body', () => {
  test('is read in one go', async () => {
    answer = socket => socket.end(`${head('content-length: 7')}{"a":1}`)
    const upstream = await call()
    expect(upstream.shortBytes).toBe(7)
    expect(Buffer.from(await upstream.readAtOnce()).toString()).toBe('{"a":1}')
  })

  test('fails after a time if its bytes do not come', async () => {
    answer = socket => socket.write(`${head('content-length: 7')}{"a"`)
    await expect((await call()).readAtOnce()).rejects.toMatchObject({ code: 'upstream_silent' })
  })

  test('that breaks off is a failure', async () => {
    answer = socket => socket.end(`${head('content-length: 7')}{"a"`)
    await expect((await call()).readAtOnce()).rejects.toMatchObject({ code: 'upstream_broke_off' })
  })

  test('is given up when its client leaves', async () => {
    answer = socket => socket.write(`${head('content-length: 7')}{"a"`)
    const client = new AbortController()
    const upstream = await call(client.signal)
    const reading = upstream.readAtOnce()
    client.abort()
    await expect(reading).rejects.toMatchObject({ name: 'ClientGone', wasSent: true })
  })
})

test.each([
  ['announces nothing', () => head('connection: close')],
  ['is long', () => head(`content-length: ${64 * 1024 + 1}`)],
  ['is compressed', () => head(`content-length: ${gzipSync('{}').length}`, 'content-encoding: gzip')],
])('a response that %s is read in chunks, within bounds', async (_what, written) => {
  answer = socket => socket.write(written())
  const upstream = await call()
  expect(upstream.shortBytes).toBeNull()
  upstream.cancel()
})

test('a chunk that is too long is split into pieces without losing a byte', async () => {
  const body = Buffer.from(Uint8Array.from({ length: 20_000 }, (_, index) => index % 251))
  answer = socket => socket.write(Buffer.concat([Buffer.from(head('connection: close')), body]), () => socket.end())
  const upstream = await call()
  const limits: number[] = []
  upstream.cutBy(() => limits[limits.push([100, 70, 64][limits.length] ?? Number.POSITIVE_INFINITY) - 1] ?? 0)
  const pieces: Uint8Array[] = []
  for (let piece = await upstream.read(); piece; piece = await upstream.read()) pieces.push(piece)
  expect(Buffer.concat(pieces)).toEqual(body)
  expect(pieces.map(({ length }) => length).slice(0, 3)).toEqual([100, 70, 64])
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(8 * 1024)
})
