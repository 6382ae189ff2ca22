import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { LOG_TYPE, TIME_UNITS, type Usage, type UsageShares } from '@tollgate/contract'
import fc from 'fast-check'
import { TEST_NOW, testApp } from '../../test/support/app.ts'
import { type ConsoleClient, signedIn } from '../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../test/support/databases.ts'
import { endpoints } from '../app.ts'
import { ADD_TO_FIGURES, FIGURE_COLUMNS, figureRows } from '../ledger/usage-figures.ts'
import type { NewLogRow } from '../storage/schema.ts'
import { insertStatement } from '../storage/statements.ts'
import { timeUnits } from './time-units.ts'

const DAY = 86_400
const ZONES = ['UTC', 'Asia/Kathmandu', 'America/St_Johns', 'Australia/Lord_Howe', 'Europe/Berlin']
/** Around a change of the clocks in Berlin, St. John's and Lord Howe. */
const START = Date.parse('2026-03-06T00:00Z') / 1000
const END = START + 33 * DAY

const row = fc.record({
  type: fc.constantFrom(LOG_TYPE.consume, LOG_TYPE.consume, LOG_TYPE.consume, LOG_TYPE.error, LOG_TYPE.topUp),
  created_at: fc.integer({ min: START, max: END - 1 }),
  user_id: fc.constantFrom(1, 2, 3),
  token_id: fc.constantFrom(0, 1, 2),
  channel_id: fc.constantFrom(0, 1, 2),
  model_name: fc.constantFrom('a', 'b', 'c'),
  error_code: fc.constantFrom('', '', 'overloaded', 'upstream_closed'),
  quota: fc.nat(10_000),
  prompt_tokens: fc.nat(10_000),
  completion_tokens: fc.nat(1000),
  cache_tokens: fc.nat(1000),
})

const sum = (rows: readonly NewLogRow[], of: (row: NewLogRow) => number | undefined) =>
  rows.reduce((total, row) => total + (of(row) ?? 0), 0)

/** The same sums, from the rows. */
function sumsOf(rows: readonly NewLogRow[]) {
  const charged = rows.filter(({ type }) => type === LOG_TYPE.consume)
  const prompt = sum(charged, row => row.prompt_tokens)
  return {
    requests: charged.length,
    failed: rows.filter(({ type, error_code }) => type === LOG_TYPE.error || (type === LOG_TYPE.consume && error_code))
      .length,
    quota: sum(charged, row => row.quota),
    tokens: prompt + sum(charged, row => row.completion_tokens),
    prompt_tokens: prompt,
    cache_tokens: sum(charged, row => row.cache_tokens),
  }
}

for (const { kind, open } of databases()) {
  describe(`the dashboard’s figures on ${kind}`, () => {
    let database: TestDatabase
    let admin: ConsoleClient
    beforeAll(async () => {
      database = await open()
      const app = await testApp(database)
      admin = await signedIn(app, endpoints, 'admin')
    })
    afterAll(() => database.close())

    /** Writes rows as the ledger does, in groups. */
    async function write(rows: readonly NewLogRow[]) {
      const { db, batch } = database.storage
      await db.deleteFrom('quota_data').execute()
      await db.deleteFrom('logs').execute()
      if (rows.length > 0)
        await db
          .insertInto('logs')
          .values([...rows])
          .execute()
      for (let from = 0; from < rows.length; from += 7) {
        const into = { table: 'quota_data', columns: FIGURE_COLUMNS, onConflict: ADD_TO_FIGURES }
        const statement = insertStatement(kind, into, figureRows(rows.slice(from, from + 7)))
        if (statement) await batch([statement])
      }
    }
    const ask = async <Data>(path: string, query: Record<string, string | number>) => {
      const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
      const { data, message } = await admin('GET', `${path}?${search}`)
      expect(message).toBe('')
      return data as Data
    }

    test('are the sums of the log’s rows, by every unit of time, in every zone, by model, cause, user, token and channel', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(row, { maxLength: 120 }),
          fc.constantFrom(...TIME_UNITS),
          fc.constantFrom(...ZONES),
          fc.nat(3 * DAY),
          fc.integer({ min: 0, max: 27 * DAY }),
          async (rows, unit, time_zone, start, length) => {
            await write(rows)
            const range = { start_timestamp: START + start, end_timestamp: START + start + length }
            const usage = await ask<Usage>('/api/dashboard/', { ...range, unit, time_zone })
            const inRange = rows.filter(({ created_at }) => created_at >= usage.from && created_at < usage.to)
            expect(usage.from).toBeLessThanOrEqual(range.start_timestamp)
            expect(usage.to).toBeGreaterThan(range.end_timestamp)
            expect(usage.totals).toEqual(sumsOf(inRange))

            const units = timeUnits(usage.from, usage.to, unit, time_zone)
            expect(usage.times).toEqual(units.times)
            const expected = new Map<string, number[]>()
            for (const row of inRange.filter(({ type }) => type === LOG_TYPE.consume)) {
              const time = units.times.findLastIndex(begin => begin <= row.created_at)
              const key = `${time} ${row.model_name}`
              const [requests = 0, quota = 0, tokens = 0] = expected.get(key) ?? []
              const used = (row.prompt_tokens ?? 0) + (row.completion_tokens ?? 0)
              expected.set(key, [requests + 1, quota + (row.quota ?? 0), tokens + used])
            }
            const series = usage.series.map(([time, model, ...sums]): [string, number[]] => [
              `${time} ${usage.models[model]}`,
              sums,
            ])
            expect(new Map(series)).toEqual(expected)
            expect(sum(usage.causes as never, row => (row as never as { count: number }).count)).toBe(
              usage.totals.failed,
            )

            for (const by of ['user', 'token', 'channel'] as const) {
              const { items, rest } = await ask<UsageShares>('/api/dashboard/shares', { ...range, by })
              const ids = new Set(inRange.filter(row => figureRows([row]).length > 0).map(row => row[`${by}_id`]))
              expect(rest).toBeNull()
              expect(items.map(({ name, ...item }) => item).sort((one, other) => one.id - other.id)).toEqual(
                [...ids].sort().map(id => ({ id: id ?? 0, ...sumsOf(inRange.filter(row => row[`${by}_id`] === id)) })),
              )
            }
            const one = await ask<Usage>('/api/dashboard/', {
              ...range,
              unit,
              channel: 1,
              token_id: 2,
              model_name: 'a',
            })
            expect(one.totals).toEqual(
              sumsOf(inRange.filter(row => row.channel_id === 1 && row.token_id === 2 && row.model_name === 'a')),
            )
          },
        ),
        { seed: 20260523, numRuns: 40 },
      )
    }, 120_000)

    test('of models beyond the first fifty are summed up under no name', async () => {
      const rows = Array.from(
        { length: 130 },
        (_, index): NewLogRow => ({
          type: LOG_TYPE.consume,
          user_id: 1,
          created_at: TEST_NOW,
          model_name: `m${index}`,
          quota: index,
        }),
      )
      await write(rows)
      const usage = await ask<Usage>('/api/dashboard/', { start_timestamp: TEST_NOW, end_timestamp: TEST_NOW })
      expect(usage.models.length).toBeLessThan(130)
      expect(usage.models[0]).toBe('m129')
      expect(usage.models.at(-1)).toBe('')
      expect(usage.series.reduce((total, [, , requests]) => total + requests, 0)).toBe(130)
    })

    test('come by the hour, of a user by name, as other consoles ask for them', async () => {
      const call = { type: LOG_TYPE.consume, username: 'ann', user_id: 5, model_name: 'm', prompt_tokens: 2, quota: 3 }
      await write([1000, 3500, 3600].map(created_at => ({ ...call, created_at })))
      const hours = await ask('/api/data/', { start_timestamp: 0, end_timestamp: 7200 })
      const sums = { user_id: 0, username: '', model_name: 'm' }
      expect(hours).toEqual([
        { id: 1, ...sums, created_at: 0, token_used: 4, count: 2, quota: 6 },
        { id: 2, ...sums, created_at: 3600, token_used: 2, count: 1, quota: 3 },
      ])
      const refused = await admin('GET', '/api/data/self?start_timestamp=0&end_timestamp=2592001')
      expect(refused).toMatchObject({ success: false, code: 'input_invalid', field: 'start_timestamp' })
    })
  })
}
