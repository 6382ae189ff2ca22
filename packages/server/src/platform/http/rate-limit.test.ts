import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { localBuses } from '../../../test/support/local-bus.ts'
import { makeSecrets } from '../secrets/secrets.ts'
import { makeRateLimiter, networkOf } from './rate-limit.ts'

const limit = { attempts: 2, windowSeconds: 60 }
const secrets = makeSecrets('the secret key of these nodes')

test('attempts beyond the limit wait for the end of the window', () => {
  let now = 1000
  const limiter = makeRateLimiter(() => now)
  expect([limiter.take('a', limit), limiter.take('a', limit), limiter.take('a', limit)]).toEqual([0, 0, 60])
  now += 59
  expect(limiter.take('a', limit)).toBe(1)
  now += 1
  expect(limiter.take('a', limit)).toBe(0)
})

test('setting a clock back locks nobody out for longer', () => {
  let now = 100_000
  const limiter = makeRateLimiter(() => now)
  limiter.take('a', limit)
  limiter.take('a', limit)
  now -= 90_000
  expect(limiter.take('a', limit)).toBe(60)
  now += 60
  expect(limiter.take('a', limit)).toBe(0)
})

test('keys are counted separately', () => {
  const limiter = makeRateLimiter(() => 0)
  limiter.take('a', limit)
  limiter.take('a', limit)
  expect([limiter.take('a', limit), limiter.take('b', limit)]).toEqual([60, 0])
})

test('an attempt given back does not count', () => {
  const limiter = makeRateLimiter(() => 0)
  limiter.giveBack('a')
  limiter.take('a', limit)
  limiter.take('a', limit)
  limiter.giveBack('a')
  expect([limiter.take('a', limit), limiter.take('a', limit)]).toEqual([0, 60])
})

test('a flood of keys does not grow the memory without bound', () => {
  const limiter = makeRateLimiter(() => 0)
  limiter.take('first', { attempts: 1, windowSeconds: 60 })
  for (let number = 0; number < 150_000; number++) limiter.take(`key ${number}`, limit)
  // The oldest key was forgotten, the newest was not.
  expect(limiter.take('first', { attempts: 1, windowSeconds: 60 })).toBe(0)
  limiter.take('key 149999', limit)
  expect(limiter.take('key 149999', limit)).toBe(60)
})

test('an IPv6 network is one client, and an IPv4 address written as IPv6 counts as IPv4', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(networkOf('2001:db8:1:2::1'))
  expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'))
  expect(networkOf('::ffff:192.0.2.1')).toBe('192.0.2.1')
  expect(networkOf('unknown')).toBe('unknown')
})

test('attempts count on all nodes together until their window has ended on all', () => {
  let now = 1000
  const buses = localBuses()
  const [here, there] = [
    makeRateLimiter(() => now, { bus: buses.join(), secrets }),
    makeRateLimiter(() => now, { bus: buses.join(), secrets }),
  ]
  here.take('a', limit)
  now += 20
  expect([there.take('a', limit), there.take('a', limit), here.take('a', limit)]).toEqual([0, 40, 40])
  there.giveBack('a')
  expect([here.take('a', limit), there.take('a', limit)]).toEqual([0, 40])
  now += 40
  expect([there.take('a', limit), here.take('a', limit)]).toEqual([0, 0])
})

test('nodes that share attempts count like one, whichever of them is asked', () => {
  const step = fc.record({
    node: fc.nat(2),
    key: fc.constantFrom('a', 'b'),
    act: fc.constantFrom('take', 'take', 'giveBack', 'wait'),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), steps => {
      let now = 0
      const buses = localBuses()
      const alone = makeRateLimiter(() => now)
      const nodes = Array.from({ length: 3 }, () => makeRateLimiter(() => now, { bus: buses.join(), secrets }))
      for (const { node, key, act } of steps) {
        if (act === 'wait') now += 7
        else if (act === 'giveBack') expect(nodes[node]?.giveBack(key)).toBe(alone.giveBack(key))
        else expect(nodes[node]?.take(key, limit)).toBe(alone.take(key, limit))
      }
    }),
    { seed: 1, numRuns: 300 },
  )
})

test('a message on the bus without the secret key changes no count', () => {
  const change = fc.oneof(
    fc.record({ count: fc.constantFrom(1, -1, 2, '-1') }),
    fc.record({ id: fc.string({ minLength: 12, maxLength: 12 }) }),
    fc.record({ endsIn: fc.constantFrom(0, 1e9, -1, 60.5) }),
    fc.record({ signature: fc.constantFrom('', 'f'.repeat(64), '\u00e9'.repeat(32)) }),
    fc.record({ count: fc.constant(-1), endsIn: fc.constant(0) }),
    fc.constantFrom(null, 1, 'a', []),
  )
  fc.assert(
    fc.property(fc.nat(2), change, (at, change) => {
      const { stranger, heard, here, there } = nodesWithStranger()
      here.take('b', limit)
      here.take('a', limit)
      there.take('a', limit)
      const isMember = typeof change === 'object' && change !== null && !Array.isArray(change)
      const forged = isMember ? { ...(heard[at] as object), ...change } : change
      fc.pre(JSON.stringify(forged) !== JSON.stringify(heard[at]))
      stranger.publish('attempt', forged)
      expect([here.take('a', limit), there.take('a', limit)]).toEqual([60, 60])
      expect([here.take('b', limit), there.take('b', limit)]).toEqual([0, 60])
    }),
    { seed: 25, numRuns: 500 },
  )
})

test('a repeated message takes nothing back', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(3), { maxLength: 12 }), again => {
      const { stranger, heard, here, there } = nodesWithStranger()
      here.take('a', limit)
      here.giveBack('a')
      here.take('a', limit)
      there.take('a', limit)
      for (const at of again) stranger.publish('attempt', heard[at])
      expect([here.take('a', limit), there.take('a', limit)]).toEqual([60, 60])
    }),
    { seed: 25, numRuns: 300 },
  )
})

function nodesWithStranger() {
  const buses = localBuses()
  const stranger = buses.join()
  const heard: unknown[] = []
  stranger.on('attempt', payload => heard.push(payload))
  const node = () => makeRateLimiter(() => 0, { bus: buses.join(), secrets })
  return { stranger, heard, here: node(), there: node() }
}
