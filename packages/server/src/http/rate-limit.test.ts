import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { localBuses } from '../../test/support/local-bus.ts'
import { makeRateLimiter, networkOf } from './rate-limit.ts'

const limit = { attempts: 2, windowSeconds: 60 }

test('attempts beyond the limit wait for the end of the window', () => {
  let now = 1000
  const limiter = makeRateLimiter(() => now)
  expect([limiter.take('a', limit), limiter.take('a', limit), limiter.take('a', limit)]).toEqual([0, 0, 60])
  now += 59
  expect(limiter.take('a', limit)).toBe(1)
  now += 1
  expect(limiter.take('a', limit)).toBe(0)
})

test('a clock that is put back locks nobody out for longer', () => {
  let now = 100_000
  const limiter = makeRateLimiter(() => now)
  limiter.take('a', limit)
  limiter.take('a', limit)
  now -= 90_000
  expect(limiter.take('a', limit)).toBe(60)
  now += 60
  expect(limiter.take('a', limit)).toBe(0)
})

test('keys do not count for each other', () => {
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

test('one IPv6 network is one client, an IPv4 address written as IPv6 is itself', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(networkOf('2001:db8:1:2::1'))
  expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'))
  expect(networkOf('::ffff:192.0.2.1')).toBe('192.0.2.1')
  expect(networkOf('unknown')).toBe('unknown')
})

test('attempts count on all nodes together, until their window is over on all', () => {
  let now = 1000
  const buses = localBuses()
  const [here, there] = [makeRateLimiter(() => now, buses.join()), makeRateLimiter(() => now, buses.join())]
  here.take('a', limit)
  now += 20
  expect([there.take('a', limit), there.take('a', limit), here.take('a', limit)]).toEqual([0, 40, 40])
  there.giveBack('a')
  expect([here.take('a', limit), there.take('a', limit)]).toEqual([0, 40])
  now += 40
  expect([there.take('a', limit), here.take('a', limit)]).toEqual([0, 0])
})

test('nodes that share attempts count as one does, whichever of them is asked', () => {
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
      const nodes = Array.from({ length: 3 }, () => makeRateLimiter(() => now, buses.join()))
      for (const { node, key, act } of steps) {
        if (act === 'wait') now += 7
        else if (act === 'giveBack') expect(nodes[node]?.giveBack(key)).toBe(alone.giveBack(key))
        else expect(nodes[node]?.take(key, limit)).toBe(alone.take(key, limit))
      }
    }),
    { seed: 1, numRuns: 300 },
  )
})

test('what no node sends is passed over, and a flood from the bus does not grow the memory without bound', () => {
  const buses = localBuses()
  const stranger = buses.join()
  const limiter = makeRateLimiter(() => 0, buses.join())
  const key = createHash('sha256').update('a').digest('base64url').slice(0, 22)
  const wrong = [
    null,
    1,
    {},
    { key, count: 2, endsIn: 60 },
    { key: 'a', count: 1, endsIn: 60 },
    { key, count: 1, endsIn: 1e9 },
  ]
  for (const payload of wrong) for (let time = 0; time < 3; time++) stranger.publish('attempt', payload)
  expect(limiter.take('a', limit)).toBe(0)
  for (let number = 0; number < 110_000; number++)
    stranger.publish('attempt', { key: String(number).padStart(22, '0'), count: 1, endsIn: 60 })
  // Forgotten with the oldest.
  expect([limiter.take('a', limit), limiter.take('a', limit)]).toEqual([0, 0])
})
