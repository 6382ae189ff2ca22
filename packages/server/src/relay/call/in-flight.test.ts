import { expect, test } from 'bun:test'
import { relayEndpoints } from './endpoints.ts'
import { makeInFlightRegistry } from './in-flight.ts'
import { newCall } from './relay-call.ts'
import { relayError } from './relay-error.ts'

const [endpoint] = relayEndpoints
if (!endpoint) throw new Error('there are endpoints')

test('a call beyond the gateway’s limit is refused with a reason until another one ends', () => {
  const inFlight = makeInFlightRegistry(() => 2)
  const [first, second, third] = [0, 1, 2].map(() => newCall(endpoint, new Headers()))
  if (!first || !second || !third) throw new Error('three calls were made')
  inFlight.enter(first)
  inFlight.enter(second)
  expect(() => inFlight.enter(third)).toThrow(relayError('gateway_busy', {}, 5))
  inFlight.leave(first)
  inFlight.enter(third)
  expect(new Set(inFlight.calls())).toEqual(new Set([second, third]))
})

test('a call that ends releases its memory', () => {
  const inFlight = makeInFlightRegistry()
  const call = newCall(endpoint, new Headers())
  let released = 0
  call.memory = { grow: () => undefined, release: () => void released++ }
  inFlight.enter(call)
  inFlight.leave(call)
  expect(released).toBe(1)
})
