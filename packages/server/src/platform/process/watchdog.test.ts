import { afterEach, expect, jest, spyOn, test } from 'bun:test'
import { makeWatchdog } from './watchdog.ts'

afterEach(() => {
  jest.useRealTimers()
  jest.restoreAllMocks()
})

/** A watchdog with a clock and timer that the test controls. */
function start() {
  jest.useFakeTimers()
  let moment = 0
  spyOn(performance, 'now').mockImplementation(() => moment)
  const sweep = () => jest.advanceTimersByTime(100)
  return {
    watchdog: makeWatchdog(),
    run(ms: number) {
      for (let passed = 0; passed < ms; passed += 100) {
        moment += 100
        sweep()
      }
    },
    /** The process stands still, as under SIGSTOP. */
    freeze(ms: number) {
      moment += ms
      sweep()
    },
  }
}

test('a silence is noticed once, at its limit', () => {
  const { watchdog, run } = start()
  let noticed = 0
  watchdog.watch(5_000, () => noticed++)
  run(4_900)
  expect(noticed).toBe(0)
  run(10_000)
  expect(noticed).toBe(1)
})

test('time during which the process stood still counts as nobody’s silence', () => {
  const { watchdog, run, freeze } = start()
  let noticed = 0
  const before = watchdog.time()
  watchdog.watch(5_000, () => noticed++)
  run(1_000)
  freeze(3_600_000)
  expect([noticed, watchdog.time() - before < 3_000]).toEqual([0, true])
  run(4_000)
  expect(noticed).toBe(1)
})
