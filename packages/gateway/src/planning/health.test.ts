import { describe, expect, test } from 'bun:test'
import { type Health, makeHealth } from './health.ts'

const CHANNEL = 7
/** When the tests begin; not 0, so that a forgotten time shows. */
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
  test('stays in use for two failures and rests 5 s after the third', () => {
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

  test('is healthy again after one success', () => {
    const health = makeHealth()
    failTimes(health, 3)
    health.succeeded(CHANNEL)
    expect(health.isAvailable(CHANNEL, START)).toBe(true)
    expect(health.restsUntil(CHANNEL)).toBeUndefined()
    failTimes(health, 2)
    expect(health.isAvailable(CHANNEL, START)).toBe(true)
  })

  test('does not affect another channel', () => {
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

  test('is probed again if a probe has not returned for a minute', () => {
    const health = makeHealth()
    failTimes(health, 3)
    health.taken(CHANNEL, afterRest)
    expect(health.isAvailable(CHANNEL, afterRest + 60_001)).toBe(true)
  })

  test('takes every call after a successful probe', () => {
    const health = makeHealth()
    failTimes(health, 3)
    health.taken(CHANNEL, afterRest)
    health.succeeded(CHANNEL)
    health.taken(CHANNEL, afterRest)
    expect(health.isAvailable(CHANNEL, afterRest)).toBe(true)
  })

  test('may be probed at the end of the next rest, even right after the last probe', () => {
    const health = makeHealth()
    failTimes(health, 3)
    health.taken(CHANNEL, afterRest)
    health.failed(CHANNEL, afterRest + 1)
    expect(health.isAvailable(CHANNEL, afterRest + 10_000)).toBe(false)
    expect(health.isAvailable(CHANNEL, afterRest + 10_001)).toBe(true)
  })
})

describe('an upstream that asks for a pause', () => {
  test('gets it from the first failure', () => {
    const health = makeHealth()
    health.failed(CHANNEL, START, { retryAfterMs: 12_000 })
    expect(restOf(health)).toBe(12_000)
  })

  test('gets at most an hour, and at least the rest it would have anyway', () => {
    const health = makeHealth()
    health.failed(CHANNEL, START, { retryAfterMs: 86_400_000 })
    expect(restOf(health)).toBe(3_600_000)
    const other = makeHealth()
    failTimes(other, 2)
    other.failed(CHANNEL, START, { retryAfterMs: 1_000 })
    expect(restOf(other)).toBe(5_000)
  })
})

test('concurrent failures at the start of a rest count once', () => {
  const health = makeHealth()
  for (let n = 0; n < 12; n++) health.failed(1, 1_000 + n, { beganAt: 0 })
  expect(health.restsUntil(1)).toBe(1_002 + 5_000)
})

test('a failure that began after the rest makes the next rest longer', () => {
  const health = makeHealth()
  for (let n = 0; n < 3; n++) health.failed(1, 0, { beganAt: 0 })
  health.failed(1, 6_000, { beganAt: 5_500 })
  expect(health.restsUntil(1)).toBe(6_000 + 10_000)
  health.failed(1, 7_000, { beganAt: 5_900 })
  expect(health.restsUntil(1)).toBe(6_000 + 10_000)
})

test('a late failure that asks for a longer pause gets it', () => {
  const health = makeHealth()
  for (let n = 0; n < 3; n++) health.failed(1, 0, { beganAt: 0 })
  health.failed(1, 1_000, { retryAfterMs: 60_000, beganAt: 0 })
  expect(health.restsUntil(1)).toBe(61_000)
})

test('a late failure does not affect a probe under way', () => {
  const health = makeHealth()
  for (let n = 0; n < 3; n++) health.failed(1, 0, { beganAt: 0 })
  health.taken(1, 6_000)
  health.failed(1, 6_001, { beganAt: 0 })
  expect(health.isAvailable(1, 6_002)).toBe(false)
})

describe('a failure of one model', () => {
  const fail = (health: Health, times: number) => {
    for (let n = 0; n < times; n++) health.failed(CHANNEL, START, { model: 'a' })
  }

  test('rests only that model', () => {
    const health = makeHealth()
    fail(health, 3)
    expect(health.obstacle(CHANNEL, START, 'a')).toBe('resting')
    expect(health.obstacle(CHANNEL, START, 'b')).toBeUndefined()
    expect(health.obstacle(CHANNEL, START)).toBeUndefined()
  })

  test('is cleared by an answer of that model, not of another', () => {
    const health = makeHealth()
    fail(health, 3)
    health.succeeded(CHANNEL, 'b')
    expect(health.isAvailable(CHANNEL, START, 'a')).toBe(false)
    health.succeeded(CHANNEL, 'a')
    expect(health.isAvailable(CHANNEL, START, 'a')).toBe(true)
  })

  test('a resting channel rests for all models and returns for all models', () => {
    const health = makeHealth()
    failTimes(health, 3)
    expect(health.obstacle(CHANNEL, START, 'a')).toBe('resting')
    health.succeeded(CHANNEL, 'b')
    expect(health.obstacle(CHANNEL, START, 'a')).toBeUndefined()
  })

  test('the number of models remembered is bounded, since callers invent names', () => {
    const health = makeHealth()
    for (let n = 0; n < 5_000; n++) health.failed(CHANNEL, START, { model: `m-${n}` })
    expect(health.breakers(START).length).toBe(1_000)
  })
})

describe('calls without another channel', () => {
  test('try a resting one, but not one that asked for a pause, until it ends', () => {
    const health = makeHealth()
    failTimes(health, 3)
    expect(health.isFirm(CHANNEL, START)).toBe(false)
    health.failed(CHANNEL, START + 6_000, { retryAfterMs: 20_000 })
    expect(health.obstacle(CHANNEL, START + 25_999)).toBe('asked_to_wait')
    expect(health.isFirm(CHANNEL, START + 25_999)).toBe(true)
    expect(health.isFirm(CHANNEL, START + 26_000)).toBe(false)
  })

  test('do not wait for one that was silent three times in a row', () => {
    const health = makeHealth()
    for (let n = 0; n < 2; n++) health.failed(CHANNEL, START, { isSilence: true })
    expect(health.isFirm(CHANNEL, START)).toBe(false)
    health.failed(CHANNEL, START, { isSilence: true })
    expect(health.obstacle(CHANNEL, START)).toBe('silent')
    expect(health.isFirm(CHANNEL, START + 10_000)).toBe(true)
    health.succeeded(CHANNEL)
    expect(health.isFirm(CHANNEL, START)).toBe(false)
  })
})

test('a probe without a verdict allows another at once', () => {
  const health = makeHealth()
  failTimes(health, 3)
  expect(health.taken(CHANNEL, START + 5_000)).toBe(true)
  expect(health.obstacle(CHANNEL, START + 5_001)).toBe('probed')
  health.toldNothing(CHANNEL)
  expect(health.obstacle(CHANNEL, START + 5_001)).toBeUndefined()
  expect(health.taken(CHANNEL + 1, START)).toBe(false)
})

test('breakers list what failed and has not answered since', () => {
  const health = makeHealth()
  health.failed(1, START, { retryAfterMs: 9_000 })
  health.failed(2, START, { model: 'a' })
  expect(health.breakers(START)).toEqual([
    { channelId: 1, model: null, failuresInARow: 1, failureShare: null, restsUntil: START + 9_000, isProbed: false },
    { channelId: 2, model: 'a', failuresInARow: 1, failureShare: null, restsUntil: 0, isProbed: false },
  ])
  expect(health.breakers(START, 2)).toHaveLength(1)
  health.succeeded(1)
  expect(health.breakers(START, 1)).toEqual([])
})
