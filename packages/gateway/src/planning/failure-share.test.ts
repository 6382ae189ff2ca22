import { describe, expect, test } from 'bun:test'
import { makeOutcomes } from './failure-share.ts'
import { makeHealth } from './health.ts'

const CHANNEL = 7
const MINUTE = 60_000

/** The same numbers for the same seed, in [0, 1). Source: mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Calls of a channel on their own clock, one after the other. */
function startHistory() {
  const health = makeHealth()
  let now = 1_000_000
  return {
    health,
    now: () => now,
    /** Returns whether the channel now begins to rest for its failure rate. */
    call(hasFailed: boolean, afterMs: number, model?: string): boolean {
      now += afterMs
      if (hasFailed) return health.failed(CHANNEL, now, { model, beganAt: now - 1 }) !== null
      health.succeeded(CHANNEL, model, { now, beganAt: now - 1 })
      return false
    },
  }
}

describe('a channel that fails a share of its calls, but rarely several in a row', () => {
  test('rests when half of the last minute’s calls failed, at the first failure after twenty of them', () => {
    const history = startHistory()
    const rests = Array.from({ length: 21 }, (_, at) => history.call(at % 2 === 0, 1_000))
    expect(rests.indexOf(true)).toBe(20)
    expect(history.health.obstacle(CHANNEL, history.now())).toBe('resting')
    expect(history.health.breakers(history.now())).toMatchObject([
      { failureShare: 11 / 21, restsUntil: history.now() + 5_000 },
    ])
  })

  test('is detected within sixty calls if two of three fail at random, in 99 histories of 100', () => {
    let found = 0
    for (let seed = 1; seed <= 300; seed++) {
      const random = randomOf(seed)
      const history = startHistory()
      if (Array.from({ length: 60 }, () => history.call(random() < 2 / 3, 500)).includes(true)) found++
    }
    expect(found).toBeGreaterThanOrEqual(297)
  })

  test('is not rested for one failure in twenty: no false alarm in two million calls at any rate', () => {
    let alarms = 0
    for (const [seed, perSecond] of [0.2, 1, 5, 20, 100].entries()) {
      const random = randomOf(seed + 100)
      const history = startHistory()
      for (let call = 0; call < 400_000; call++) if (history.call(random() < 0.05, 1_000 / perSecond)) alarms++
    }
    expect(alarms).toBe(0)
  })

  test('is not rested for too few calls a minute to judge', () => {
    const history = startHistory()
    for (let call = 0; call < 200; call++) expect(history.call(call % 2 === 1, MINUTE / 15)).toBe(false)
  })

  test('is not rested for failures more than a minute ago', () => {
    const history = startHistory()
    for (let call = 0; call < 18; call++) history.call(call % 2 === 1, 100)
    for (let call = 0; call < 2; call++) expect(history.call(call % 2 === 0, 2 * MINUTE)).toBe(false)
  })
})

describe('a rest for the failure rate', () => {
  const untilRest = (history: ReturnType<typeof startHistory>, model?: string) => {
    for (let call = 0; call < 1_000; call++) if (history.call(call % 2 === 1, 100, model)) return
    throw new Error('it never rested')
  }
  const restOf = ({ health, now }: ReturnType<typeof startHistory>) => (health.restsUntil(CHANNEL) ?? 0) - now()

  test('is ended by its probe, not by calls that began before it', () => {
    const history = startHistory()
    untilRest(history)
    const { health, now } = history
    expect(health.succeeded(CHANNEL, undefined, { now: now(), beganAt: now() - 10 })).toBe(false)
    expect(health.isAvailable(CHANNEL, now())).toBe(false)
    const later = now() + 5_000
    expect(health.taken(CHANNEL, later)).toBe(true)
    expect(health.succeeded(CHANNEL, undefined, { now: later + 10, beganAt: later })).toBe(true)
    expect(health.isAvailable(CHANNEL, later + 10)).toBe(true)
  })

  test('is longer if its probe fails or if it soon recurs, and short again after ten good minutes', () => {
    const history = startHistory()
    untilRest(history)
    expect(restOf(history)).toBe(5_000)
    history.call(true, 5_000)
    expect(restOf(history)).toBe(10_000)
    history.call(false, 10_000)
    untilRest(history)
    expect(restOf(history)).toBe(20_000)
    history.call(false, 20_000)
    for (let call = 0; call < 11; call++) history.call(false, MINUTE)
    untilRest(history)
    expect(restOf(history)).toBe(5_000)
  })

  test('applies to one model if only that model fails', () => {
    const history = startHistory()
    untilRest(history, 'a')
    expect(history.health.obstacle(CHANNEL, history.now(), 'a')).toBe('resting')
    expect(history.health.obstacle(CHANNEL, history.now(), 'b')).toBeUndefined()
  })

  test('does not start from failures that another node saw, whose answers are unknown here, unless that node rests', () => {
    const { health, now } = startHistory()
    for (let call = 0; call < 100; call++) {
      health.failed(CHANNEL, now() + call, { seenElsewhere: { share: null } })
      health.succeeded(CHANNEL)
    }
    expect(health.breakers(now())).toEqual([])
    health.failed(CHANNEL, now() + 200, { seenElsewhere: { share: 0.6 } })
    expect(health.breakers(now())).toMatchObject([{ failureShare: 0.6, restsUntil: now() + 5_200 }])
  })
})

test('a rest within ten minutes of the last is twice as long; later it is short again', () => {
  const START = 1_000_000
  const restOf = (gapMs: number) => {
    const health = makeHealth()
    const failHalf = (at: number) => {
      for (let pair = 0; pair < 11; pair++) {
        health.succeeded(CHANNEL, undefined, { now: at, beganAt: at })
        health.failed(CHANNEL, at)
      }
      return (health.restsUntil(CHANNEL) ?? 0) - at
    }
    return [failHalf(START), failHalf(START + gapMs)]
  }
  expect([restOf(599_999), restOf(600_000)]).toEqual([
    [5_000, 10_000],
    [5_000, 5_000],
  ])
})

test('an answer from before a channel’s rest does not end it, even if one of its models also failed', () => {
  const history = startHistory()
  for (let call = 0; call < 21; call++) history.call(call % 2 === 0, 1_000)
  const restedAt = history.now()
  history.health.failed(CHANNEL, restedAt + 1, { model: 'a' })
  const late = { now: restedAt + 2, beganAt: restedAt - 10 }
  expect(history.health.succeeded(CHANNEL, 'a', late)).toBe(false)
  expect(history.health.obstacle(CHANNEL, restedAt + 2)).toBe('resting')
})

test('calls count for exactly one minute, also right after the clock starts', () => {
  const outcomes = makeOutcomes()
  for (let call = 0; call < 19; call++) outcomes.count(5_000, true)
  expect(outcomes.tooHigh(5_000)).toBeNull()
  outcomes.count(5_000, true)
  expect(outcomes.tooHigh(5_000)).toBe(1)
  expect([outcomes.hasFailures(59_999), outcomes.hasFailures(60_000)]).toEqual([true, false])
  outcomes.count(60_000, true)
  outcomes.clear()
  expect(outcomes.hasFailures(60_000)).toBe(false)
})
