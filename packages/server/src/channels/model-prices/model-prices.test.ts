import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { ModelPrice, PriceEffect } from '@tollgate/contract'
import { makeHealth } from '@tollgate/gateway'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { signedIn } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { makeLastHour } from '../../relay/plan/last-hour/last-hour.ts'
import { endpoints } from '../../start/app.ts'

for (const { kind, open } of databases())
  describe(`models and prices on ${kind}`, () => {
    let database: TestDatabase
    let admin: Awaited<ReturnType<typeof signedIn>>
    beforeAll(async () => {
      database = await open()
      const lastHour = makeLastHour(() => TEST_NOW)
      const app = await testApp(database, { routing: { health: makeHealth(), lastHour } })
      admin = await signedIn(app, endpoints, 'admin')
      const channel = { type: 1, key_sealed: 'x', group: 'default', created_time: 1, status: 1 }
      const { id } = await app.db
        .insertInto('channels')
        .values({ ...channel, name: 'west', models: 'gpt-4o,nameless' } as never)
        .returning('id')
        .executeTakeFirstOrThrow()
      const ability = { channel_id: id, enabled: 1, priority: 5, weight: 2 } as const
      await app.db
        .insertInto('abilities')
        .values([
          { ...ability, model: 'gpt-4o', group: 'default' },
          { ...ability, model: 'gpt-4o', group: 'vip' },
          { ...ability, model: 'nameless', group: 'default' },
        ])
        .execute()
      for (const isAnswered of [true, true, false]) lastHour.attempted(id, isAnswered)
      await app.options.set('ModelPrice', '{}')
      await app.options.set('ModelRatio', '{"gpt-4o":2,"unserved":1}')
      const figure = {
        created_at: TEST_NOW - 86_400,
        channel_id: id,
        cause: '',
        user_id: 1,
        token_id: 1,
        token_used: 0,
      }
      const unused = { prompt_tokens: 0, cache_tokens: 0, token_used: 0 }
      const used = { prompt_tokens: 900, cache_tokens: 400, token_used: 1_000 }
      await app.db
        .insertInto('quota_data')
        .values([
          { ...figure, model_name: 'gpt-4o', count: 3, quota: 3_000, ...used },
          { ...figure, ...unused, model_name: 'nameless', count: 1, quota: 75_000 },
          { ...figure, ...unused, model_name: 'o3', count: 1, quota: 5, created_at: TEST_NOW - 31 * 86_400 },
        ])
        .execute()
    })
    afterAll(() => database.close())

    test('list who serves a model, its price and source, its health and its calls of 30 days', async () => {
      const { data } = await admin('GET', '/api/model-prices/')
      const [gpt, nameless, unserved, ...none] = data as ModelPrice[]
      const [west] = gpt?.channels ?? []
      expect(west).toMatchObject({ name: 'west', priority: 5, weight: 2, groups: ['default', 'vip'] })
      expect(gpt).toMatchObject({ model: 'gpt-4o', ratio: 2, source: 'operator', standard: { ratio: 1.25 } })
      expect(gpt).toMatchObject({ answered: 2, failed: 1, calls: 3, quota: 3_000 })
      expect(nameless).toMatchObject({ model: 'nameless', source: 'none', ratio: null, calls: 1, quota: 75_000 })
      expect(unserved).toMatchObject({ model: 'unserved', channels: [], answered: 0, calls: 0 })
      expect(none).toEqual([])
    })

    test('report the effect of a draft on typical calls and, in proportion, on the last 30 days', async () => {
      const draft = { ModelRatio: { 'gpt-4o': 4 }, ModelPrice: { nameless: 0.5 } }
      const { data } = await admin('POST', '/api/model-prices/effect', { body: { draft } })
      const [gpt, nameless] = data as PriceEffect[]
      expect(gpt).toMatchObject({ model: 'gpt-4o', calls: 3, booked: 3_000, quota: 6_000 })
      // 1,000 tokens of input and 400 of output, which costs four times as much.
      expect(gpt?.typical[0]).toEqual({ name: 'chat', before: 5_200, after: 10_400 })
      expect(nameless).toMatchObject({ booked: 75_000, quota: 250_000 })
      expect(nameless?.typical[0]).toEqual({ name: 'chat', before: null, after: 250_000 })
      const gone = await admin('POST', '/api/model-prices/effect', {
        body: { draft: { ModelRatio: { unserved: null } } },
      })
      expect((gone.data as PriceEffect[])[0]).toMatchObject({ quota: null })
      expect((await admin('POST', '/api/model-prices/effect', { body: { draft: {} } })).data).toEqual([])
    })

    test('tell what a document does, whose tiers go by the length of one prompt', async () => {
      const effectOf = async (tiers: object[]) => {
        const document = { tokens: { input: 4, output: 16 }, ...(tiers.length > 0 && { tiers }) }
        const draft = { ModelRatio: { 'gpt-4o': null }, ModelPrices: { 'gpt-4o': document } }
        const { data } = await admin('POST', '/api/model-prices/effect', { body: { draft } })
        return (data as PriceEffect[])[0]?.quota
      }
      // Three calls with 300 tokens of input each.
      const flat = await effectOf([])
      expect(await effectOf([{ above: 500, input: 40 }])).toBe(flat)
      expect(await effectOf([{ above: 200, input: 40 }])).not.toBe(flat)
    })

    test('tell what the built-in lists know of a model, whatever the options say', async () => {
      const { data } = await admin('GET', '/api/model-prices/known?model=gpt-4o')
      expect(data).toMatchObject({ maker: 'OpenAI', context_window: 128_000, abilities: { vision: true } })
    })
  })
