import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { PricedModel, Reply } from '@tollgate/contract'
import { testApp } from '../../../test/support/app.ts'
import { type ConsoleClient, signedIn, visitor } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'

for (const { kind, open } of databases()) {
  describe(`prices for people on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let admin: ConsoleClient
    beforeAll(async () => {
      database = await open()
      app = await testApp(database)
      admin = await signedIn(app, endpoints, 'admin')
      const make = (models: string, group: string, status = 1) =>
        admin('POST', '/api/channel/', { body: { type: 1, name: 'c', key: 'k', models, group, status } })
      await make('gpt-4o,draw-1,mystery', 'default')
      await make('gpt-4o,claude-sonnet-4-20250514', 'vip,staff')
      await make('switched-off', 'default', 2)
    })
    beforeEach(async () => {
      for (const key of ['ModelPrice', 'ModelRatio', 'CompletionRatio', 'CacheRatio'] as const)
        await app.options.set(key, '{}')
      await app.options.set('ModelPrice', '{"draw-1":0.04,"elsewhere":0.1}')
      await app.options.set('GroupRatio', '{"default":1,"vip":0.8,"staff":0.5}')
      await app.options.set('UserUsableGroups', '{"default":"For all","vip":"Faster","unpriced":"No ratio"}')
    })
    afterAll(() => database.close())

    const list = async (client: ConsoleClient = visitor(app, endpoints)) => {
      const reply = (await client('GET', '/api/pricing')) as Reply<PricedModel[]>
      return { ...reply, byName: new Map((reply.data ?? []).map(model => [model.model_name, model])) }
    }

    test('list every callable model with its groups', async () => {
      const { data, success } = await list()
      expect(success).toBe(true)
      expect(data?.map(({ model_name, enable_groups }) => [model_name, enable_groups])).toEqual([
        ['claude-sonnet-4-20250514', ['staff', 'vip']],
        ['draw-1', ['default']],
        ['gpt-4o', ['default', 'staff', 'vip']],
        ['mystery', ['default']],
      ])
    })

    test('by tokens are ratios over two dollars a million', async () => {
      const { byName } = await list()
      expect(byName.get('gpt-4o')).toMatchObject({
        quota_type: 0,
        is_priced: true,
        model_price: 0,
        model_ratio: 1.25,
        completion_ratio: 4,
        cache_ratio: 0.5,
        owner_by: '',
      })
      expect(byName.get('claude-sonnet-4-20250514')).toMatchObject({
        model_ratio: 1.5,
        completion_ratio: 5,
        cache_ratio: 0.1,
        cache_creation_ratio: 1.25,
      })
    })

    test('by call are only dollars', async () => {
      const { byName } = await list()
      expect(byName.get('draw-1')).toMatchObject({
        quota_type: 1,
        model_price: 0.04,
        model_ratio: 0,
        completion_ratio: 0,
      })
    })

    test('that are not set are marked', async () => {
      const { byName } = await list()
      expect(byName.get('mystery')).toMatchObject({ quota_type: 0, is_priced: false, model_ratio: 37.5 })
      expect((await admin('GET', '/api/pricing/unpriced')).data).toEqual(['mystery'])
      await app.options.set('ModelRatio', '{"mystery":2}')
      expect((await list()).byName.get('mystery')).toMatchObject({ is_priced: true, model_ratio: 2 })
      expect((await admin('GET', '/api/pricing/unpriced')).data).toEqual([])
    })

    test('come with the caller’s groups; signed out, with those of the default group', async () => {
      expect(await list()).toMatchObject({
        group_ratio: { default: 1, vip: 0.8 },
        usable_group: { default: 'For all', vip: 'Faster', unpriced: 'No ratio' },
      })
      const staff = await signedIn(app, endpoints, 'user')
      const { id } = (await staff('GET', '/api/user/self')).data as { id: number }
      await app.db.updateTable('users').set({ group: 'staff' }).where('id', '=', id).execute()
      expect(await list(staff)).toMatchObject({
        group_ratio: { staff: 0.5, default: 1, vip: 0.8 },
        usable_group: { staff: 'staff', default: 'For all', vip: 'Faster', unpriced: 'No ratio' },
      })
    })

    test('come with the known facts about the model, if any', async () => {
      const { byName } = await list()
      expect(byName.get('claude-sonnet-4-20250514')).toMatchObject({
        maker: 'Anthropic',
        context_window: expect.any(Number),
        abilities: { chat: true, vision: true, tools: true, reasoning: true },
      })
      expect(byName.get('mystery')).toMatchObject({ maker: '', context_window: null, abilities: {}, by_second: false })
      await app.options.set('relay_setting.context_windows', '{"mystery":4096}')
      expect((await list()).byName.get('mystery')).toMatchObject({ context_window: 4096 })
      await app.options.set('relay_setting.context_windows', '{}')
    })

    test('in force are shown to administrators with their source', async () => {
      await app.options.set('ModelRatio', '{"gpt-4o":3}')
      const effective = (await admin('GET', '/api/pricing/effective')).data
      const byCall = { ratio: null, completion_ratio: null, cache_ratio: null, source: 'operator', standard: null }
      expect(effective).toEqual([
        {
          model: 'claude-sonnet-4-20250514',
          price: null,
          ratio: 1.5,
          completion_ratio: 5,
          cache_ratio: 0.1,
          source: 'default',
          standard: { ratio: 1.5, completion_ratio: 5, cache_ratio: 0.1 },
        },
        { model: 'draw-1', price: 0.04, ...byCall },
        { model: 'elsewhere', price: 0.1, ...byCall },
        {
          model: 'gpt-4o',
          price: null,
          ratio: 3,
          completion_ratio: 4,
          cache_ratio: 0.5,
          source: 'operator',
          standard: { ratio: 1.25, completion_ratio: 4, cache_ratio: 0.5 },
        },
      ])
    })

    test('return to those of the price list when the ratios are reset, except fixed prices', async () => {
      await app.options.set('ModelRatio', '{"gpt-4o":3,"mystery":1}')
      await app.options.set('CompletionRatio', '{"gpt-4o":9}')
      await app.options.set('CacheRatio', '{"gpt-4o":1}')
      expect(await admin('POST', '/api/option/rest_model_ratio')).toMatchObject({ success: true, data: null })
      const { byName } = await list()
      expect(byName.get('gpt-4o')).toMatchObject({ model_ratio: 1.25, completion_ratio: 4, cache_ratio: 0.5 })
      expect(byName.get('mystery')).toMatchObject({ is_priced: false })
      expect(byName.get('draw-1')).toMatchObject({ quota_type: 1, model_price: 0.04 })
    })
  })
}
