import { expect, test } from 'bun:test'
import { relayEndpoints } from './endpoints.ts'
import { Refusal } from './refusal.ts'
import { newCall } from './relay-call.ts'
import { makeUnderway } from './underway.ts'

const [endpoint] = relayEndpoints
if (!endpoint) throw new Error('there are endpoints')

test('a call beyond what the gateway can take is refused in words, until one has left', () => {
  const underway = makeUnderway(() => 2)
  const [first, second, third] = [0, 1, 2].map(() => newCall(endpoint, new Headers()))
  if (!first || !second || !third) throw new Error('three calls were made')
  underway.enter(first)
  underway.enter(second)
  expect(() => underway.enter(third)).toThrow(new Refusal('gateway_busy', {}, 5))
  underway.leave(first)
  underway.enter(third)
  expect([...underway.calls()]).toEqual([second, third])
})

test('a call that leaves gives its memory back', () => {
  const underway = makeUnderway()
  const call = newCall(endpoint, new Headers())
  let released = 0
  call.memory = { grow: () => undefined, release: () => void released++ }
  underway.enter(call)
  underway.leave(call)
  expect(released).toBe(1)
})
