import { expect, test } from 'bun:test'
import { LOG_TYPE } from '@tollgate/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { databases } from '../../test/support/databases.ts'
import { percentilesOf, readLatency, SAMPLE } from './latency.ts'

const filters = {
  start_timestamp: 0,
  end_timestamp: 9000,
  unit: 'hour',
  time_zone: '',
  model_name: '',
  token_id: 0,
} as const

test('a percentile is the least value that so many percent do not exceed', () => {
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

for (const { kind, open } of databases()) {
  test(`of few calls percentiles are exact, of many an even sample with its error, on ${kind}`, async () => {
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
    await database.close()
  })
}
