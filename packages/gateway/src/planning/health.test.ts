import { describe, expect, test } from 'bun:test'
import { type Health, makeHealth } from './health.ts'

const CHANNEL = 7
/** When the tests begin; not 0, so that a time left out shows. */
const START = 1_000_000

function failTimes(health: Health, times: number, at = START): void {
  for (let time = 0; time < times; time += 1) health.failed(CHANNEL, at)
}

/** Milliseconds from `at` until the channel may be tried; 0: now. */
function restOf(health: Health, at = START): number {
  const until = health.restsUntil(CHANNEL) ?? at
  if (until > at) {
    expect(health.isAvailable(CHANNEL, until - 1)).toBe(false)
    expect(health.isAvailable(CHANNEL, until)).toBe(true)
  }
  return until - at
}

describe('a channel that fails', () => {
  test('is used on for two failures and rests 5 s with the third', () => {
    const health = makeHealth()
    failTimes(health, 2)
    expect(health.isAvailable(CHANNEL, START)).toBe(true)
    expect(restOf(health)).toBe(0)
    failTimes(health, 1)
    expect(health.isAvailable(CHANNEL, START)).toBe(false)
    expect(restOf(health)).toBe(5_000)
  })

  test('rests twice as long after each failed probe, at most five minutes', () => {
    const health = makeHealth()
    failTimes(health, 2)
    let now = START
    const rests = Array.from({ length: 9 }, () => {
      health.taken(CHANNEL, now)
      health.failed(CHANNEL, now)
      const rest = restOf(health, now)
      now += rest
      return rest / 1000
    })
    expect(rests).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300])
  })

  test('is well again after one success', () => {
    const health = makeHealth()
    failTimes(health, 3)
    health.succeeded(CHANNEL)
    expect(health.isAvailable(CHANNEL, START)).toBe(true)
    expect(health.restsUntil(CHANNEL)).toBeUndefined()
    failTimes(health, 2)
    expect(health.isAvailable(CHANNEL, START)).toBe(true)
  })

  test('does not keep another from being used', () => {
    const health = makeHealth()
    failTimes(health, 3)
    expect(health.isAvailable(CHANNEL + 1, START)).toBe(true)
    expect(health.restsUntil(CHANNEL + 1)).toBeUndefined()
  })
})

describe('a channel whose rest is over', () => {
  const afterRest = START + 5_000

  test('is probed by one call at a time', () => {
    const health = makeHealth()
    failTimes(health, 3)
    expect(health.isAvailable(CHANNEL, afterRest)).toBe(true)
    health.taken(CHANNEL, afterRest)
    expect(health.isAvailable(CHANNEL, afterRest)).toBe(false)
    expect(health.isAvailable(CHANNEL, afterRest + 60_000)).toBe(false)
  })

  test('is probed anew when a probe has not come back for a minute', () => {
    const health = makeHealth()
    failTimes(health, 3)
    health.taken(CHANNEL, afterRest)
    expect(health.isAvailable(CHANNEL, afterRest + 60_001)).toBe(true)
  })

  test('takes every call once the probe succeeded', () => {
    const health = makeHealth()
    failTimes(health, 3)
    health.taken(CHANNEL, afterRest)
    health.succeeded(CHANNEL)
    health.taken(CHANNEL, afterRest)
    expect(health.isAvailable(CHANNEL, afterRest)).toBe(true)
  })

  test('may be probed at the end of the next rest, though the last probe was a moment ago', () => {
    const health = makeHealth()
    failTimes(health, 3)
    health.taken(CHANNEL, afterRest)
    health.failed(CHANNEL, afterRest + 1)
    expect(health.isAvailable(CHANNEL, afterRest + 10_000)).toBe(false)
    expect(health.isAvailable(CHANNEL, afterRest + 10_001)).toBe(true)
  })
})

describe('an upstream that asks to be left alone', () => {
  test('is, with its first failure', () => {
    const health = makeHealth()
    health.failed(CHANNEL, START, 12_000)
    expect(restOf(health)).toBe(12_000)
  })

  test('is not longer than five minutes, nor shorter than it would rest anyway', () => {
    const health = makeHealth()
    health.failed(CHANNEL, START, 86_400_000)
    expect(restOf(health)).toBe(300_000)
    const other = makeHealth()
    failTimes(other, 2)
    other.failed(CHANNEL, START, 1_000)
    expect(restOf(other)).toBe(5_000)
  })
})

test('failures under way when a channel begins to rest count once, however many', () => {
  const health = makeHealth()
  for (let n = 0; n < 12; n++) health.failed(1, 1_000 + n, 0, 0)
  expect(health.restsUntil(1)).toBe(1_002 + 5_000)
})

test('a failure that began after the rest makes the next one longer', () => {
  const health = makeHealth()
  for (let n = 0; n < 3; n++) health.failed(1, 0, 0, 0)
  health.failed(1, 6_000, 0, 5_500)
  expect(health.restsUntil(1)).toBe(6_000 + 10_000)
  health.failed(1, 7_000, 0, 5_900)
  expect(health.restsUntil(1)).toBe(6_000 + 10_000)
})

test('a late failure that asks to be left alone for longer is heard', () => {
  const health = makeHealth()
  for (let n = 0; n < 3; n++) health.failed(1, 0, 0, 0)
  health.failed(1, 1_000, 60_000, 0)
  expect(health.restsUntil(1)).toBe(61_000)
})

test('a late failure leaves a probe under way alone', () => {
  const health = makeHealth()
  for (let n = 0; n < 3; n++) health.failed(1, 0, 0, 0)
  health.taken(1, 6_000)
  health.failed(1, 6_001, 0, 0)
  expect(health.isAvailable(1, 6_002)).toBe(false)
})
