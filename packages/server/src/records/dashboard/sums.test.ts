import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  type Latency,
  LOG_TYPE,
  type Log,
  type LogStat,
  type Page,
  TIME_UNITS,
  type UnusualHours,
  type Usage,
  type UsageDays,
  type UsageShares,
  type UsageWallet,
} from '@tollgate/contract'
import fc from 'fast-check'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { type ConsoleClient, signedIn } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { insertUser } from '../../people/users/store.ts'
import type { NewLogRow } from '../../platform/storage/schema.ts'
import { insertStatement } from '../../platform/storage/statements.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'
import { timeUnits } from './time-units.ts'
import { figureRows, INTO_FIGURES } from './usage-figures.ts'

const DAY = 86_400
const ZONES = ['UTC', 'Asia/Kathmandu', 'America/St_Johns', 'Australia/Lord_Howe', 'Europe/Berlin']
/** Around the clock changes of Berlin, St. John's and Lord Howe. */
const START = Date.parse('2026-03-06T00:00Z') / 1000
const END = START + 33 * DAY

const row = fc.record({
  type: fc.constantFrom(LOG_TYPE.consume, LOG_TYPE.consume, LOG_TYPE.consume, LOG_TYPE.error, LOG_TYPE.topUp),
  created_at: fc.integer({ min: START, max: END - 1 }),
  user_id: fc.constantFrom(1, 2, 3),
  token_id: fc.constantFrom(0, 1, 2),
  channel_id: fc.constantFrom(0, 1, 2),
  group: fc.constantFrom('default', 'vip', 'free'),
  model_name: fc.constantFrom('a', 'b', 'c'),
  error_code: fc.constantFrom('', '', 'overloaded', 'upstream_closed'),
  quota: fc.nat(10_000),
  prompt_tokens: fc.nat(10_000),
  completion_tokens: fc.nat(1000),
  cache_tokens: fc.nat(1000),
  cache_saved: fc.integer({ min: -500, max: 5000 }),
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
    cache_saved: sum(charged, row => row.cache_saved ?? 0),
    cache_uncounted: 0,
  }
}

for (const { kind, open } of databases()) {
  describe(`the dashboard’s figures on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let admin: ConsoleClient
    beforeAll(async () => {
      database = await open()
      app = await testApp(database)
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
        const statement = insertStatement(kind, INTO_FIGURES, figureRows(rows.slice(from, from + 7)))
        if (statement) await batch([statement])
      }
    }
    const ask = async <Data>(path: string, query: Record<string, string | number>) => {
      const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
      const { data, message } = await admin('GET', `${path}?${search}`)
      expect(message).toBe('')
      return data as Data
    }

    /** The rows that the log shows for an address, and what its calls were charged. */
    const rowsAt = async (query: Record<string, string | number>) => {
      const page = await ask<Page<Log>>('/api/log/', query)
      const stat = await ask<LogStat>('/api/log/stat', query)
      return { rows: page.total, quota: stat.quota }
    }
    /** Every number equals the sum of the rows it links to. */
    async function leadsToItsRows(usage: Usage, inRange: readonly NewLogRow[]) {
      const range = { start_timestamp: usage.from, end_timestamp: usage.to - 1 }
      const charged = { ...range, type: LOG_TYPE.consume }
      const { requests, failed, quota } = usage.totals
      expect(await rowsAt(charged)).toEqual({ rows: requests, quota })
      expect((await rowsAt({ ...range, error_code: '%' })).rows).toBe(failed)
      for (const { cause, count } of usage.causes)
        expect((await rowsAt({ ...range, error_code: cause })).rows).toBe(count)
      for (const [time, model, requests, quota] of usage.series.slice(0, 3)) {
        const [start_timestamp = 0, next = usage.to] = usage.times.slice(time, time + 2)
        const at = { type: LOG_TYPE.consume, start_timestamp, end_timestamp: next - 1 }
        expect(await rowsAt({ ...at, model_name: usage.models[model] ?? '' })).toEqual({ rows: requests, quota })
      }
      const ofToken = inRange.filter(row => row.token_id === 2)
      const { requests: calls, quota: spent, failed: broken } = sumsOf(ofToken)
      expect(await rowsAt({ ...charged, token_id: 2 })).toEqual({ rows: calls, quota: spent })
      expect((await rowsAt({ ...range, error_code: '%', token_id: 2 })).rows).toBe(broken)
    }

    test('equal the log’s rows, by every unit of time, in every zone, by model, cause, user, token, channel and group', async () => {
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
            await leadsToItsRows(usage, inRange)
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
            const several = { ...range, unit, channel: '1,2', model_name: 'a,b', group: 'vip,free' }
            const ofSeveral = sumsOf(
              inRange.filter(row => row.channel_id !== 0 && row.model_name !== 'c' && row.group !== 'default'),
            )
            expect((await ask<Usage>('/api/dashboard/', several)).totals).toEqual(ofSeveral)
            expect((await ask<Latency>('/api/dashboard/latency', several)).sampled).toBe(ofSeveral.requests)
          },
        ),
        { seed: 20260523, numRuns: 40 },
      )
    }, 120_000)

    test('of models after the first fifty are summed up without a name', async () => {
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

    test('of today, yesterday and the wallet equal the rows of their ranges', async () => {
      const DAYS = 3 * DAY
      await fc.assert(
        fc.asyncProperty(fc.array(row, { maxLength: 80 }), fc.constantFrom(...ZONES), async (drawn, time_zone) => {
          const rows = drawn.map(one => ({ ...one, created_at: TEST_NOW - (one.created_at % DAYS) }))
          await write(rows)
          const within = ({ from, to }: { from: number; to: number }) =>
            rows.filter(({ created_at }) => created_at >= from && created_at < to)
          const { today, yesterday } = await ask<UsageDays>('/api/dashboard/days', { time_zone, model_name: 'a' })
          for (const { sums, ...stretch } of [today, yesterday])
            expect(sums).toEqual(sumsOf(within(stretch).filter(({ model_name }) => model_name === 'a')))
          const wallet = await ask<UsageWallet>('/api/dashboard/wallet', {})
          const spent = sumsOf(within(wallet)).quota
          expect(wallet.spent).toBe(spent)
          expect(wallet.spent).toBe(sumsOf(rows).quota)
          expect(wallet.per_day).toBe(Math.floor((spent * DAY) / (wallet.to - wallet.from)))
          expect(wallet.to - wallet.from).toBeWithin(DAY, 7 * DAY + 1)
          expect(wallet.lasts_seconds).toBe(
            spent === 0 ? null : Math.floor((wallet.balance * (wallet.to - wallet.from)) / spent),
          )
        }),
        { seed: 20261123, numRuns: 15 },
      )
    }, 60_000)

    test('of calls before savings were counted say how many cached tokens lack them', async () => {
      const { db } = database.storage
      await write([{ type: LOG_TYPE.consume, user_id: 1, created_at: TEST_NOW, cache_tokens: 5, cache_saved: 40 }])
      await db
        .insertInto('quota_data')
        .values({
          ...{ created_at: TEST_NOW - (TEST_NOW % 900), model_name: 'old', channel_id: 1, cause: '' },
          ...{ user_id: 1, token_id: 1, count: 2, cache_tokens: 90 },
        })
        .execute()
      const { totals } = await ask<Usage>('/api/dashboard/', { start_timestamp: TEST_NOW, end_timestamp: TEST_NOW })
      expect(totals).toMatchObject({ cache_tokens: 95, cache_saved: 40, cache_uncounted: 90 })
    })

    test('of channel balances say how long they last; a user sees only their own wallet', async () => {
      const { db } = database.storage
      const channel = (name: string, balance: number, asked: number) =>
        db
          .insertInto('channels')
          .values({ name, type: 1, key_sealed: '', balance, balance_updated_time: asked, created_time: 1 })
          .returning('id')
          .executeTakeFirstOrThrow()
      const { id } = await channel('short', 2, TEST_NOW)
      await channel('idle', 9, TEST_NOW)
      await channel('never asked', 0, 0)
      const call = { type: LOG_TYPE.consume, user_id: 1, model_name: 'm', created_at: TEST_NOW - 60, channel_id: id }
      await write([{ ...call, quota: 500_000 }])
      const { upstreams, from, to } = await ask<UsageWallet>('/api/dashboard/wallet', {})
      expect(upstreams.map(({ name, dollars, spent, lasts_seconds }) => [name, dollars, spent, lasts_seconds])).toEqual(
        [
          ['short', 2, 500_000, 2 * (to - from)],
          ['idle', 9, 0, null],
        ],
      )
      const user = await signedIn(app, endpoints, 'user')
      const own = (await user('GET', '/api/dashboard/self/wallet')).data as UsageWallet
      expect(own).toMatchObject({ accounts: 1, spent: 0, lasts_seconds: null, upstreams: [] })
      expect(await user('GET', '/api/dashboard/wallet')).toMatchObject({ success: false, code: 'role_too_low' })
    })

    test('of several users are theirs together, as is their wallet; a filter takes fifty values', async () => {
      const { db } = database.storage
      const ids = await Promise.all(
        ['mia', 'noa', 'eva'].map(name => insertUser(db, { username: name, aff_code: name, created_at: 1 })),
      )
      await db.updateTable('users').set({ quota: 1_000 }).where('id', 'in', ids).execute()
      const call = { type: LOG_TYPE.consume, created_at: TEST_NOW - 60, model_name: 'm' }
      await write(ids.map((user_id, place) => ({ ...call, user_id, quota: 10 ** place })))
      const range = { start_timestamp: TEST_NOW - DAY, end_timestamp: TEST_NOW }
      for (const [username, quota] of [
        ['mia,eva', 101],
        ['noa', 10],
        ['nobody', 0],
      ] as const) {
        expect((await ask<Usage>('/api/dashboard/', { ...range, username })).totals.quota).toBe(quota)
        const { calls, sampled } = await ask<Latency>('/api/dashboard/latency', { ...range, username })
        expect([calls, sampled]).toEqual(Array(2).fill(String(quota).replaceAll('0', '').length))
      }
      expect(await ask<UsageWallet>('/api/dashboard/wallet', { username: 'mia,eva' })).toMatchObject({
        ...{ balance: 2_000, accounts: 2, spent: 101, upstreams: [] },
      })
      const names = Array.from({ length: 51 }, (_, place) => `m${place}`)
      const query = `start_timestamp=${range.start_timestamp}&end_timestamp=${range.end_timestamp}`
      expect(await admin('GET', `/api/dashboard/?${query}&model_name=${names}`)).toMatchObject({
        ...{ success: false, code: 'input_invalid', field: 'model_name' },
      })
    })

    test('of unusual hours equal their rows', async () => {
      const hour = TEST_NOW - (TEST_NOW % 3600) - 3600
      const call = { type: LOG_TYPE.consume, user_id: 1, model_name: 'm', quota: 10 }
      const before = Array.from({ length: 14 }, (_, day): NewLogRow[] =>
        Array.from({ length: 20 }, () => ({ ...call, created_at: hour - (day + 1) * DAY })),
      ).flat()
      await write([...before, ...Array.from({ length: 90 }, () => ({ ...call, created_at: hour + 1800 }))])
      const found = await ask<UnusualHours>('/api/dashboard/unusual', {
        start_timestamp: TEST_NOW - DAY,
        end_timestamp: TEST_NOW,
      })
      const said = found.hours.map(({ measure, value, usual, from, to }) => ({ measure, value, usual, from, to }))
      const stretch = { from: hour, to: hour + 3600 }
      expect(said).toEqual([
        { measure: 'quota', value: 900, usual: 200, ...stretch },
        { measure: 'requests', value: 90, usual: 20, ...stretch },
      ])
    })

    test('come by the hour, and for a user by name, as other consoles request them', async () => {
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
