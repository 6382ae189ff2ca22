import { expect, test } from 'bun:test'
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
