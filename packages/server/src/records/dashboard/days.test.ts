import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { sameHours } from './days.ts'

const at = (time: string) => Date.parse(time) / 1000
const DAY = 86_400

test('today runs from midnight to the last complete quarter of an hour, and yesterday is equally long', () => {
  const { today, yesterday } = sameHours(at('2026-06-10T12:50:30Z'), 'Europe/Berlin')
  expect(today).toEqual({ from: at('2026-06-09T22:00Z'), to: at('2026-06-10T12:45Z') })
  expect(yesterday).toEqual({ from: at('2026-06-08T22:00Z'), to: at('2026-06-09T12:45Z') })
})

test('when clocks change, days still start at midnight, and yesterday is never longer than it was', () => {
  // 29 March 2026 has 23 hours in Berlin, 25 October 25.
  expect(sameHours(at('2026-03-29T21:59Z'), 'Europe/Berlin')).toMatchObject({
    today: { from: at('2026-03-28T23:00Z') },
    yesterday: { from: at('2026-03-27T23:00Z') },
  })
  expect(sameHours(at('2026-10-25T22:59Z'), 'Europe/Berlin').yesterday).toEqual({
    from: at('2026-10-23T22:00Z'),
    to: at('2026-10-24T22:00Z'),
  })
})

test('in every zone both are consecutive whole quarters of an hour, equally long unless a day is longer', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: at('2025-01-01T00:00Z'), max: at('2027-01-01T00:00Z') }),
      fc.constantFrom('UTC', 'Asia/Kathmandu', 'America/St_Johns', 'Australia/Lord_Howe', 'Europe/Berlin', 'nowhere'),
      (now, zone) => {
        const { today, yesterday, timeZone } = sameHours(now, zone)
        expect(timeZone).toBe(zone === 'nowhere' ? 'UTC' : zone)
        for (const time of [today.from, today.to, yesterday.from, yesterday.to]) expect(time % 900).toBe(0)
        expect(now - today.to).toBeLessThan(900)
        expect(today.to - today.from).toBeWithin(0, DAY + 3600)
        expect(yesterday.to).toBeLessThanOrEqual(today.from)
        const isWhole = yesterday.to === today.from
        expect(isWhole || yesterday.to - yesterday.from === today.to - today.from).toBe(true)
      },
    ),
    { seed: 20261122, numRuns: 300 },
  )
})
