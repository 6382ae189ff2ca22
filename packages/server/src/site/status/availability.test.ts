import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { calls, LOG_TYPE } from '@tollgate/contract'
import { testApp } from '../../../test/support/app.ts'
import { visitor } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import type { AppContext } from '../../start/app-context.ts'
import { statusEndpoints } from './routes.ts'

const HOUR = 3600
/** A quarter past an hour. */
const NOW = 1_800_000_000 - (1_800_000_000 % HOUR) + 900
const hoursAgo = (hours: number) => NOW - (NOW % HOUR) - hours * HOUR

for (const { kind, open } of databases()) {
  describe(`the last 24 hours on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let now = NOW
    beforeAll(async () => {
      database = await open()
      app = { ...(await testApp(database)), now: () => now }
    })
    afterAll(() => database.close())

    const ask = async () =>
      calls.status.availability.reply.parse(
        (await visitor(app, statusEndpoints)('GET', '/api/status/availability')).data,
      ).hours

    const answered = (created_at: number, count: number) =>
      app.db
        .insertInto('quota_data')
        .values({
          created_at,
          model_name: 'm',
          channel_id: 1,
          cause: '',
          user_id: 1,
          token_id: 1,
          username: 'u',
          count,
          failed: 0,
          quota: 0,
          token_used: 0,
          prompt_tokens: 0,
          cache_tokens: 0,
        })
        .execute()
    const failed = (created_at: number, channel_id: number, status_code: number, error_code = 'x') =>
      app.db
        .insertInto('logs')
        .values({
          user_id: 1,
          created_at,
          type: LOG_TYPE.error,
          channel_id,
          error_code,
          other: JSON.stringify({ status_code }),
        })
        .execute()

    test('are hidden unless the operator shows them', async () => {
      expect(await ask()).toEqual([])
    })

    test('count failures here or at an upstream, not invalid requests', async () => {
      await app.options.set('AvailabilityShownEnabled', 'true')
      await answered(hoursAgo(30), 5)
      await answered(hoursAgo(2), 6)
      await answered(hoursAgo(2) + 900, 3)
      await failed(hoursAgo(2) + 1, 7, 502)
      for (const [channel, status] of [
        [7, 400],
        [7, 404],
        [7, 499],
        [0, 401],
        [0, 429],
        [0, 501],
      ] as const)
        await failed(hoursAgo(2) + 2, channel, status)
      await failed(hoursAgo(2) + 3, 0, 503, 'no_channel')
      await failed(hoursAgo(1), 0, 503, 'channels_resting')
      // the row of another system
      await app.db
        .insertInto('logs')
        .values({ user_id: 1, created_at: hoursAgo(1), type: LOG_TYPE.error })
        .execute()
      await answered(hoursAgo(0), 4)
      const hours = await ask()
      expect(hours.map(({ start }) => start)).toEqual(Array.from({ length: 24 }, (_, index) => hoursAgo(23 - index)))
      expect(hours.map(hour => hour.answered)).toEqual([...Array(21).fill(null), 900, 0, 1000])
    })

    test('are read again after two minutes, however often they are requested', async () => {
      await failed(hoursAgo(0), 7, 500)
      expect((await ask()).at(-1)?.answered).toBe(1000)
      now += 120
      expect((await ask()).at(-1)?.answered).toBe(800)
    })

    test('say nothing if calls are not counted', async () => {
      await app.options.set('DataExportEnabled', 'false')
      now += 120
      expect((await ask()).every(hour => hour.answered === null)).toBe(true)
    })
  })
}
