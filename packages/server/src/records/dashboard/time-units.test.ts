import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { timeUnits } from './time-units.ts'

const at = (text: string) => Date.parse(text) / 1000
const iso = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 16)

test('days of a zone begin at its own midnight, whatever its offset', () => {
  const units = timeUnits(at('2026-05-01T00:00Z'), at('2026-05-03T00:00Z'), 'day', 'Asia/Kathmandu')
  expect(units.times.map(iso)).toEqual(['2026-05-01T00:00', '2026-05-01T18:15', '2026-05-02T18:15'])
})

test('days on which clocks are put forward and back have 23 and 25 hours', () => {
  const spring = timeUnits(at('2026-03-28T23:00Z'), at('2026-03-30T22:00Z'), 'day', 'Europe/Berlin')
  expect(spring.times.map(iso)).toEqual(['2026-03-28T23:00', '2026-03-29T22:00'])
  const autumn = timeUnits(at('2026-10-24T22:00Z'), at('2026-10-26T23:00Z'), 'day', 'Europe/Berlin')
  expect(autumn.times.map(iso)).toEqual(['2026-10-24T22:00', '2026-10-25T23:00'])
})

test('weeks begin on Monday', () => {
  const units = timeUnits(at('2026-05-02T00:00Z'), at('2026-05-12T00:00Z'), 'week', 'UTC')
  expect(units.times.map(iso)).toEqual(['2026-05-02T00:00', '2026-05-04T00:00', '2026-05-11T00:00'])
})

test('an unknown zone counts as UTC', () => {
  expect(timeUnits(0, 900, 'day', 'Mars/Olympus').timeZone).toBe('UTC')
})

const ZONES = [
  'UTC',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Europe/Berlin',
  'Pacific/Chatham',
  'America/New_York',
]
const words = (time: number, timeZone: string) =>
  new Intl.DateTimeFormat('en', {
    timeZone,
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(time * 1000)

test('a time belongs to a day of the zone’s calendar', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      fc.integer({ min: at('2024-01-01T00:00Z') / 900, max: at('2027-01-01T00:00Z') / 900 }).map(slot => slot * 900),
      fc.integer({ min: 1, max: 96 * 40 }),
      (zone, from, slots) => {
        const units = timeUnits(from, from + slots * 900, 'day', zone)
        const days = units.times.map(time => words(time, zone))
        expect(new Set(days).size).toBe(days.length)
        for (const [place, time] of units.times.entries())
          if (place > 0) expect(words(time - 900, zone)).toBe(days[place - 1] ?? '')
      },
    ),
    { seed: 20260523, numRuns: 150 },
  )
})
