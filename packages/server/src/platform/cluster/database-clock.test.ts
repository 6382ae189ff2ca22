import { expect, test } from 'bun:test'
import { makeDatabaseClock } from './database-clock.ts'

const RIGHT = 1_800_000_000_000

/** A machine whose clock is wrong by this many seconds. */
function machine(wrongSeconds: number) {
  let elapsed = 5_000
  const clock = makeDatabaseClock(
    () => RIGHT + elapsed + wrongSeconds * 1000,
    () => elapsed,
  )
  return {
    now: () => clock.now() - RIGHT / 1000,
    wait(ms: number) {
      elapsed += ms
    },
    /** Asks the database, whose answer takes this long. */
    ask(tookMs: number) {
      const askedAt = elapsed
      elapsed += tookMs
      clock.hear(RIGHT + askedAt + tookMs / 2, askedAt, elapsed)
    },
  }
}

test.each([-86_400, -120, 0, 120, 86_400])(
  'a clock wrong by %i seconds does not matter once the database has answered',
  wrong => {
    const { now, wait, ask } = machine(wrong)
    expect(now()).toBe(5 + wrong)
    ask(0)
    expect(now()).toBe(5)
    wait(3_600_000)
    expect(now()).toBe(3_605)
    ask(200)
    expect(now()).toBe(3_605)
  },
)

test('a slow answer counts less than the one before it', () => {
  const { now, ask } = machine(120)
  ask(4_000)
  expect(now()).toBe(9)
  ask(0)
  ask(60_000)
  expect(now()).toBe(69)
})
