import { expect, test } from 'bun:test'
import { LOG_TYPE } from '@tollgate/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { databases } from '../../../test/support/databases.ts'
import { percentilesOf, readLatency } from './latency.ts'
import { SAMPLE, slicesOf } from './sample-calls.ts'

const filters = {
  start_timestamp: 0,
  end_timestamp: 9000,
  unit: 'hour',
  time_zone: '',
  model_name: '',
  token_id: 0,
} as const

test('a percentile is the smallest value that this share does not exceed', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50), { minLength: 1, maxLength: 300 }), values => {
      const found = percentilesOf(values) ?? expect.unreachable()
      for (const [percent, value] of [
        [50, found.p50],
        [90, found.p90],
        [95, found.p95],
        [99, found.p99],
      ] as const) {
        const upTo = (limit: number) => values.filter(one => one <= limit).length
        expect(values).toContain(value)
        expect(upTo(value) * 100).toBeGreaterThanOrEqual(percent * values.length)
        expect(upTo(value - 1) * 100).toBeLessThan(percent * values.length)
      }
    }),
    { seed: 20260527, numRuns: 200 },
  )
  expect(percentilesOf([])).toBeNull()
})

test('slices lie in their range, do not overlap, and cover about a share of it', () => {
  fc.assert(
    fc.property(
      fc.nat(10 ** 9),
      fc.integer({ min: 900, max: 10 ** 7 }),
      fc.double({ min: 0.001, max: 0.5, noNaN: true }),
      (from, seconds, share) => {
        const slices = slicesOf({ from, to: from + seconds }, share)
        let end = from
        for (const slice of slices) {
          expect(slice.from).toBeGreaterThanOrEqual(end)
          expect(slice.to).toBeGreaterThan(slice.from)
          end = slice.to
        }
        expect(end).toBeLessThanOrEqual(from + seconds)
        const whole = slices.reduce((sum, slice) => sum + slice.to - slice.from, 0)
        expect(Math.abs(whole / (seconds * share) - 1)).toBeLessThan(0.6)
      },
    ),
    { seed: 20261123, numRuns: 300 },
  )
})

for (const { kind, open } of databases()) {
  test(`percentiles are exact for few calls, and have the error of an even sample for many, on ${kind}`, async () => {
    const database = await open()
    const { db, reports } = database.storage
    /** Calls that took 1, 2, 3 … ms, every third without a first token. */
    const fill = (from: number, to: number) =>
      sql`insert into logs (type, created_at, user_id, model_name, duration_ms, first_token_ms)
        with recursive calls (n) as (select ${sql.lit(from)} union all select n + 1 from calls where n < ${sql.lit(to)})
        select ${sql.lit(LOG_TYPE.consume)}, 100, 1, 'm', n, case when n % 3 = 0 then -1 else n end from calls`.execute(
        db,
      )
    await fill(1, 300)
    const few = await readLatency(reports, filters)
    expect(few).toMatchObject({ calls: 300, sampled: 300, rank_error: 0 })
    expect(few.all).toEqual({
      calls: 300,
      duration: { p50: 150, p90: 270, p95: 285, p99: 297 },
      first_token: { p50: 149, p90: 269, p95: 284, p99: 296 },
    })
    expect(few.models).toEqual([{ model: 'm', ...few.all }])

    const many = 3 * SAMPLE
    await fill(301, many)
    const found = await readLatency(reports, filters)
    expect(found.calls).toBe(many)
    expect(Math.abs(found.sampled - SAMPLE)).toBeLessThan(SAMPLE / 25)
    expect(found.rank_error).toBeWithin(1, 2)
    for (const [percent, value] of Object.entries(found.all.duration ?? {}))
      expect(Math.abs(value / many - Number(percent.slice(1)) / 100) * 100).toBeLessThan(found.rank_error)

    // The same, spread over a day.
    await db.deleteFrom('logs').execute()
    await sql`insert into logs (type, created_at, user_id, model_name, duration_ms, first_token_ms)
      with recursive calls (n) as (select 1 union all select n + 1 from calls where n < ${sql.lit(many)})
      select ${sql.lit(LOG_TYPE.consume)}, (n * 7919) % 86400, 1, 'm', n, -1 from calls`.execute(db)
    const spread = await readLatency(reports, { ...filters, end_timestamp: 86_399 })
    expect(spread).toMatchObject({ calls: many })
    expect(Math.abs(spread.sampled - SAMPLE)).toBeLessThan(SAMPLE / 5)
    for (const [percent, value] of Object.entries(spread.all.duration ?? {}))
      expect(Math.abs(value / many - Number(percent.slice(1)) / 100) * 100).toBeLessThan(spread.rank_error)
    await database.close()
  })
}
