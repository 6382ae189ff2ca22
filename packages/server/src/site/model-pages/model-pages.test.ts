import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { calls, LOG_TYPE } from '@tollgate/contract'
import { testApp } from '../../../test/support/app.ts'
import { type ConsoleClient, signedIn, visitor } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'

const DAY = 86_400
/** Noon. */
const NOW = 1_800_000_000 - (1_800_000_000 % DAY) + DAY / 2
const daysAgo = (days: number) => NOW - (NOW % DAY) - days * DAY
const MINUTE = 60

for (const { kind, open } of databases()) {
  describe(`the page of a model on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let stranger: ConsoleClient
    let now = NOW
    beforeAll(async () => {
      database = await open()
      app = await testApp(database, { now: () => now })
      stranger = visitor(app, endpoints)
      const admin = await signedIn(app, endpoints, 'admin')
      const make = (models: string, group: string) =>
        admin('POST', '/api/channel/', { body: { type: 1, name: 'hidden-name', key: 'k', models, group } })
      await make('gpt-4o,org/model.v1', 'default,vip,staff')
      await make('for-staff', 'staff')
      await app.options.set('GroupRatio', '{"default":1,"vip":0.8,"staff":0.5}')
      await app.options.set('UserUsableGroups', '{"default":"For all","vip":"Faster"}')
      await app.options.set('relay_setting.output_limits', '{"gpt-4o":16384}')
      await app.options.set('ModelMetadata', '{"gpt-4o":{"aliases":["four"],"description":"All-round"}}')
    })
    afterAll(() => database.close())

    const ask = (name: string, client = stranger) =>
      client('GET', `/api/pricing/model?${new URLSearchParams({ name })}`)
    const page = async (name: string, client = stranger) =>
      calls.pricing.model.reply.parse((await ask(name, client)).data)
    const show = async (isShown: boolean) => {
      await app.options.set('ModelFiguresShownEnabled', String(isShown))
      now += MINUTE
    }

    const charged = (created_at: number, count: number, model_name = 'gpt-4o') =>
      app.db
        .insertInto('quota_data')
        .values({
          created_at,
          model_name,
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
    const failed = (created_at: number, channel_id: number, status_code: number, model_name = 'gpt-4o') =>
      app.db
        .insertInto('logs')
        .values({
          user_id: 1,
          created_at,
          type: LOG_TYPE.error,
          model_name,
          channel_id,
          error_code: 'x',
          other: JSON.stringify({ status_code }),
        })
        .execute()
    const answered = (group: string, first_token_ms: number, duration_ms: number, completion_tokens: number) =>
      app.db
        .insertInto('logs')
        .values({
          user_id: 1,
          created_at: NOW - 3600,
          type: LOG_TYPE.consume,
          model_name: 'gpt-4o',
          group,
          channel_id: 1,
          first_token_ms,
          duration_ms,
          completion_tokens,
        })
        .execute()

    test('has what the price list says, the limits and the further names, for everybody', async () => {
      expect(await page('gpt-4o')).toMatchObject({
        model_name: 'gpt-4o',
        model_ratio: 1.25,
        completion_ratio: 4,
        context_window: expect.any(Number),
        output_limit: 16_384,
        abilities: { chat: true },
        aliases: ['four'],
        description: 'All-round',
        uptime: null,
        speed: null,
      })
      expect((await page('four')).model_name).toBe('gpt-4o')
      expect((await page('org/model.v1')).output_limit).toBeNull()
    })

    test('names the groups that the caller may use, and no others', async () => {
      const reply = await ask('gpt-4o')
      expect(reply).toMatchObject({
        data: { enable_groups: ['default', 'vip'] },
        group_ratio: { default: 1, vip: 0.8 },
        usable_group: { default: 'For all', vip: 'Faster' },
      })
      expect(JSON.stringify(reply)).not.toMatch(/staff|hidden-name/)
      const staff = await signedIn(app, endpoints, 'user')
      await app.db
        .updateTable('users')
        .set({ group: 'staff' })
        .where('id', '=', ((await staff('GET', '/api/user/self')).data as { id: number }).id)
        .execute()
      expect((await page('gpt-4o', staff)).enable_groups).toEqual(['default', 'staff', 'vip'])
    })

    test('is there for served models alone, whatever is asked for', async () => {
      for (const name of [
        'unknown',
        '..',
        '../gpt-4o',
        'gpt-4o/',
        '<b>gpt-4o</b>',
        'constructor',
        '__proto__',
        '％',
        'x'.repeat(4_000),
      ])
        expect(await ask(name)).toMatchObject({ status: 404, success: false, code: 'model_not_listed' })
      expect(await ask('x'.repeat(10_000))).toMatchObject({ success: false, code: 'address_too_long' })
      expect(await ask('')).toMatchObject({ success: false, code: 'input_invalid' })
    })

    test('shows uptime by days once the operator shows it: failures of upstreams, not of requests', async () => {
      await charged(daysAgo(40), 100)
      await charged(daysAgo(3), 30)
      await failed(daysAgo(3) + 60, 7, 503)
      await charged(daysAgo(2) + 900, 19)
      await charged(daysAgo(2), 20, 'four')
      await failed(daysAgo(2) + 1, 7, 502)
      for (const [channel, status] of [
        [7, 400],
        [7, 404],
        [7, 499],
        [0, 503],
      ] as const)
        await failed(daysAgo(2) + 2, channel, status)
      await failed(daysAgo(2) + 2, 7, 503, 'another')
      await charged(daysAgo(1), 9)
      expect((await page('gpt-4o')).uptime).toBeNull()
      await show(true)
      const uptime = (await page('gpt-4o')).uptime ?? expect.unreachable()
      expect(uptime.days.map(({ start }) => start)).toEqual(
        Array.from({ length: 30 }, (_, place) => daysAgo(29 - place)),
      )
      // The last but one had too few calls to say, and today none.
      expect(uptime.days.map(day => day.answered)).toEqual([...Array(26).fill(null), 968, 975, null, null])
      expect(uptime.answered).toBe(975)
    })

    test('shows speed by the caller’s groups', async () => {
      for (let call = 1; call <= 20; call++) {
        await answered('default', call * 100, call * 100 + 1000, 50)
        await answered('staff', 7, 1_000, 77)
      }
      // Too few streams.
      for (let call = 0; call < 9; call++) await answered('vip', 5, 1_000, 50)
      await show(true)
      expect((await page('gpt-4o')).speed).toEqual([
        { group: 'default', first_token: { p50: 1_000, p95: 1_900 }, tokens_per_second: 50 },
      ])
    })

    test('tells nobody about the calls of a model that none of their groups has', async () => {
      await charged(daysAgo(2), 100, 'for-staff')
      await show(true)
      expect(await page('for-staff')).toMatchObject({ enable_groups: [], uptime: null, speed: null })
    })

    test('reads figures once a minute, whichever models are asked for', async () => {
      await show(true)
      const before = await page('gpt-4o')
      await charged(daysAgo(0), 100)
      await charged(daysAgo(0), 100, 'org/model.v1')
      expect(await page('gpt-4o')).toEqual(before)
      expect((await page('org/model.v1')).uptime?.answered).toBeNull()
      now += MINUTE
      expect((await page('gpt-4o')).uptime?.days.at(-1)?.answered).toBe(1000)
      expect((await page('org/model.v1')).uptime?.answered).toBe(1000)
    })

    test('says nothing of the uptime if calls are not counted', async () => {
      await app.options.set('DataExportEnabled', 'false')
      await show(true)
      expect((await page('gpt-4o')).uptime).toBeNull()
      await app.options.set('DataExportEnabled', 'true')
    })
  })
}
