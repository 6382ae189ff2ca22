import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import pino from 'pino'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { until } from '../../../test/support/until.ts'
import type { LogFilters } from '../logs/filters.ts'
import { insertLog, logsBy, newestLogId } from '../logs/store.ts'
import { MOST_NEW_ROWS, makeNewRows } from './new-rows.ts'

const log = pino({ level: 'silent' })
/** No pause between rounds, and the longest possible time between unannounced ones. */
const PACE = { pauseMs: 0, pollMs: 3_600_000 }

for (const { kind, open } of databases()) {
  describe(`new rows of the log on ${kind}`, () => {
    let database: TestDatabase
    beforeAll(async () => {
      database = await open()
    })
    afterAll(() => database.close())

    const setUp = (pace = PACE) => {
      const { db } = database.storage
      let reads = 0
      const reports = database.storage.reports.withPlugin({
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          reads += 1
          return result
        },
      })
      const newRows = makeNewRows({ reports, log }, pace)
      const heard: number[][] = []
      const watch = (filters: LogFilters, after?: number) => {
        const counts: number[] = []
        heard.push(counts)
        return newRows.watch({ filters, after, tell: count => counts.push(count) })
      }
      return { db, newRows, heard, watch, reads: () => reads }
    }
    const write = (row: { id?: number; user_id?: number; model_name?: string }) =>
      insertLog(database.storage.db, { created_at: 1_800_000_000, type: 2, user_id: 1, ...row })

    test('are as many as the list gains with the same filters, for all concurrent watchers', async () => {
      const row = fc.record({
        user_id: fc.integer({ min: 1, max: 3 }),
        type: fc.constantFrom(2, 5),
        model_name: fc.constantFrom('gpt-4o', 'gpt-4o-mini', 'o3'),
        token_name: fc.constantFrom('', 'one', 'two'),
        channel_id: fc.integer({ min: 0, max: 2 }),
        group: fc.constantFrom('default', 'vip'),
        request_id: fc.constantFrom('', 'r1'),
        code: fc.constantFrom('', 'log_cleared'),
        token_id: fc.integer({ min: 0, max: 2 }),
        error_code: fc.constantFrom('', 'no_channel'),
        conversation: fc.constantFrom(0, 20),
      })
      // All filters of the list: the count has every column they read. Only a team's log filters by member, and it is
      // not live.
      const filters: fc.Arbitrary<LogFilters> = fc.record(
        {
          userId: fc.integer({ min: 1, max: 3 }),
          type: fc.constantFrom(0, 2, 5, [2, 5]),
          model_name: fc.constantFrom('', 'o3', 'gpt-4o%', ['o3', 'gpt-4o']),
          token_name: fc.constantFrom('', 'one'),
          channel: fc.constantFrom(0, 1, [1, 2]),
          group: fc.constantFrom('', 'vip'),
          request_id: fc.constantFrom('', 'r1'),
          token_id: fc.constantFrom(0, 1),
          error_code: fc.constantFrom('', '%', 'no_channel'),
          conversation: fc.constantFrom('', '1-k', 'none'),
          act: fc.constantFrom('', 'log'),
          username: fc.constantFrom('', 'nobody'),
          start_timestamp: fc.constantFrom(0, 1_700_000_000, 1_900_000_000),
          end_timestamp: fc.constantFrom(0, 1_700_000_000, 1_900_000_000),
        } satisfies Record<Exclude<keyof LogFilters, 'memberId' | 'projectId'>, fc.Arbitrary<unknown>>,
        { requiredKeys: [] },
      )
      const batches = fc.array(fc.array(row, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 3 })
      await fc.assert(
        fc.asyncProperty(fc.array(filters, { minLength: 1, maxLength: 4 }), batches, async (watched, arriving) => {
          const { db, newRows, heard, watch } = setUp()
          const totals = () =>
            Promise.all(watched.map(async one => (await logsBy(db, one).count.executeTakeFirstOrThrow()).total))
          const after = await newestLogId(db)
          const before = await totals()
          for (const rows of arriving) {
            for (const one of rows)
              await insertLog(db, { created_at: 1_800_000_000, username: '', ...one, code: one.code as never })
            // Some start watching after rows have arrived.
            const next = watched[heard.length]
            if (next) await watch(next, after)
            newRows.wake()
          }
          while (heard.length < watched.length) await watch(watched[heard.length] ?? {}, after)
          const expected = (await totals()).map((total, index) => total - (before[index] ?? 0))
          await until(
            async () => heard.map(counts => counts.at(-1) ?? 0),
            counts => Bun.deepEquals(counts, expected),
          )
          newRows.close()
        }),
        { seed: 20260727, numRuns: 12 },
      )
    })

    test('include a row that becomes visible late, below ids already counted', async () => {
      const { db, newRows, heard, watch, reads } = setUp()
      await watch({})
      // The newest id when watching began, and that of the first round; a third round would be too late for the row.
      await until(
        async () => reads(),
        count => count === 2,
      )
      const next = (await newestLogId(db)) + 1
      await write({ id: next + 1 })
      newRows.wake()
      await until(
        async () => heard[0],
        counts => counts?.at(-1) === 1,
      )
      await write({ id: next })
      newRows.wake()
      await until(
        async () => heard[0],
        counts => counts?.at(-1) === 2,
      )
      newRows.close()
    })

    test('are found in time without a message', async () => {
      const { heard, watch } = setUp({ pauseMs: 0, pollMs: 1 })
      const stop = await watch({ model_name: 'unheard' })
      await write({ id: (await newestLogId(database.storage.db)) + 1, model_name: 'unheard' })
      await until(
        async () => heard[0],
        counts => counts?.at(-1) === 1,
      )
      stop()
    })

    test('are not counted endlessly, and not at all when nobody watches', async () => {
      const { db, newRows, heard, watch } = setUp()
      const after = await newestLogId(db)
      for (let made = 0; made < MOST_NEW_ROWS + 5; made++) await write({ id: after + 1 + made, user_id: 9 })
      const stop = await watch({ userId: 9 }, after)
      expect(heard[0]).toEqual([MOST_NEW_ROWS])
      await watch({ userId: 8 }, after)
      stop()
      await write({ id: after + 1_000, user_id: 9 })
      await write({ id: after + 1_001, user_id: 8 })
      newRows.wake()
      await until(
        async () => heard[1],
        counts => counts?.at(-1) === 1,
      )
      expect(heard[0]).toEqual([MOST_NEW_ROWS])
      newRows.close()
    })
  })
}
