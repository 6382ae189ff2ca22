import { afterAll, beforeAll, expect, test } from 'bun:test'
import { rejection } from '../../../test/support/rejection.ts'
import { makeWatchdog } from '../../platform/process/watchdog.ts'
import { makeInFlightRegistry } from '../../relay/call/in-flight.ts'
import { callForObject, type StoredCall } from './stored-upstream.ts'

const MIB = 1024 * 1024

let answer: string
let status = 200
let upstream: ReturnType<typeof Bun.serve>

beforeAll(() => {
  upstream = Bun.serve({ port: 0, fetch: () => new Response(answer, { status }) })
})
afterAll(() => upstream.stop(true))

function ask() {
  const provider = { address: () => `http://127.0.0.1:${upstream.port}/`, headers: () => ({}) }
  const options = { get: () => 5 }
  const stored = { channel: { provider, setting: { proxy: '' } }, path: '/v1/batches/b', method: 'GET' }
  const deps = { options, watchdog: makeWatchdog(), inFlight: makeInFlightRegistry() }
  return callForObject(stored as unknown as StoredCall, deps as unknown as Parameters<typeof callForObject>[1])
}

const objectOf = (bytes: number) => `{"a":"${'a'.repeat(bytes - 8)}"}`

test('an object of up to a mebibyte is read, a longer one is not', async () => {
  answer = objectOf(MIB)
  expect(Object.keys(await ask())).toEqual(['a'])
  answer = objectOf(MIB + 1)
  expect(await rejection(ask())).toMatchObject({ code: 'upstream_not_readable' })
  // its beginning alone would be a valid object
  answer = `${objectOf(MIB)}${' '.repeat(MIB)}`
  expect(await rejection(ask())).toMatchObject({ code: 'upstream_not_readable' })
})

test('only a successful answer counts as an object', async () => {
  for (const text of ['7', '"text"', 'null', '{']) {
    answer = text
    expect(await rejection(ask())).toMatchObject({ code: 'upstream_not_readable' })
  }
  answer = '{"id":"up"}'
  status = 299
  expect(await ask()).toEqual({ id: 'up' })
})
