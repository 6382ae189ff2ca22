import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { calls, ReplyOf } from '@tollgate/contract'
import { makeHealth } from '@tollgate/gateway'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { type ConsoleClient, signedIn } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { KEY_STATUS } from '../../relay/candidates/keys/key-state-store.ts'
import { makeLastHour } from '../../relay/plan/last-hour/last-hour.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'

type Listed = ReplyOf<typeof calls.channels.list>

/** By id, each with its stored fields. */
const CHANNELS = [
  { name: 'well', priority: 1, weight: 3, balance: 5, used_quota: 40, response_time: 900, tag: 'west', group: 'vip' },
  { name: 'Failing', priority: 5, weight: 1, balance: 1, used_quota: 10, response_time: 0, type: 14 },
  { name: 'slow', priority: 3, weight: 2, balance: 9, used_quota: 30, response_time: 7_000, tag: 'east' },
  { name: 'resting', priority: 2, weight: 0, balance: 3, used_quota: 20, response_time: 500, tag: 'east', type: 14 },
  { name: 'idle', priority: 4, weight: 5, balance: 7, used_quota: 50, response_time: 100, models: 'claude-x' },
  { name: 'off', priority: 0, weight: 4, balance: 0, used_quota: 60, response_time: 200, status: 2 },
]

for (const { kind, open } of databases()) {
  describe(`the list of channels on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let admin: ConsoleClient
    let ids: Record<string, number>

    beforeAll(async () => {
      database = await open()
      const lastHour = makeLastHour(() => TEST_NOW)
      const health = makeHealth()
      app = await testApp(database, { routing: { health, lastHour } } as Partial<AppContext>)
      admin = await signedIn(app, endpoints, 'admin')
      ids = {}
      for (const channel of CHANNELS) {
        const row = {
          type: 1,
          status: 1,
          models: 'gpt-4o',
          group: 'default',
          key_sealed: 'x',
          created_time: 1,
          ...channel,
        }
        const { id } = await app.db.insertInto('channels').values(row).returning('id').executeTakeFirstOrThrow()
        ids[channel.name] = id
      }
      const idOf = (name: string) => ids[name] ?? 0
      const calls = (name: string, answered: number, failed: number) => {
        for (let call = 0; call < answered + failed; call++) lastHour.attempted(idOf(name), call < answered)
      }
      const stream = (name: string, firstByteMs: number) =>
        lastHour.delivered(idOf(name), { ms: 9_000, firstByteMs, inputTokens: 1, cachedTokens: 0, outputTokens: 1 })
      calls('well', 20, 0)
      stream('well', 400)
      calls('Failing', 1, 3)
      calls('slow', 10, 1)
      stream('slow', 6_000)
      calls('resting', 9, 1)
      health.failed(idOf('resting'), performance.now(), { retryAfterMs: 60_000 })
      const key = { key: 'k', since: TEST_NOW, reason: '', renewed_at: 0 }
      await app.db
        .insertInto('channel_key_states')
        .values([
          { ...key, channel_id: idOf('well'), status: KEY_STATUS.ok, rests_until: TEST_NOW },
          { ...key, channel_id: idOf('off'), status: KEY_STATUS.refused, rests_until: 0 },
        ])
        .execute()
      await app.db
        .insertInto('channel_flags')
        .values({ channel_id: idOf('slow'), kind: 'other_model', model: 'gpt-4o', found: '{}', since: 1 })
        .execute()
    })
    afterAll(() => database.close())

    const ask = async (query: string): Promise<Listed> => (await admin('GET', `/api/channel/?${query}`)).data as Listed
    const names = async (query: string) => (await ask(query)).items.map(({ name }) => name)

    test('is sorted by every column, over all pages, in both directions; channels without a value come last', async () => {
      const sorted = {
        name: ['Failing', 'idle', 'off', 'resting', 'slow', 'well'],
        '-priority': ['Failing', 'idle', 'slow', 'resting', 'well', 'off'],
        weight: ['resting', 'Failing', 'slow', 'well', 'off', 'idle'],
        '-balance': ['slow', 'idle', 'well', 'resting', 'Failing', 'off'],
        used_quota: ['Failing', 'resting', 'slow', 'well', 'idle', 'off'],
        response_time: ['idle', 'off', 'resting', 'well', 'slow', 'Failing'],
        '-response_time': ['slow', 'well', 'resting', 'off', 'idle', 'Failing'],
        '-type': ['resting', 'Failing', 'off', 'idle', 'slow', 'well'],
        success: ['Failing', 'resting', 'slow', 'well', 'off', 'idle'],
        '-success': ['well', 'slow', 'resting', 'Failing', 'off', 'idle'],
        first_token_ms: ['well', 'slow', 'off', 'idle', 'resting', 'Failing'],
      }
      for (const [sort, expected] of Object.entries(sorted)) {
        const pages = await Promise.all([1, 2, 3].map(p => names(`sort=${sort}&page_size=2&p=${p}`)))
        expect({ [sort]: pages.flat() }).toEqual({ [sort]: expected })
      }
    })

    test('is not sorted by anything else', async () => {
      for (const sort of ['key_sealed', 'name;drop table channels', '--name'])
        expect((await admin('GET', `/api/channel/?sort=${encodeURIComponent(sort)}`)).success).toBe(false)
    })

    test('returns the channels with any of several values, counted over all pages', async () => {
      const filtered = {
        'status=1,3': 5,
        'status=2': 1,
        'type=14': 2,
        'type=1,14': 6,
        'tag=east,west': 3,
        'group=vip,default': 6,
        'group=vip': 1,
        'model=claude,gpt': 6,
        'model=claude': 1,
        'type=14&status=2': 0,
      }
      for (const [query, total] of Object.entries(filtered))
        expect({ [query]: (await ask(`${query}&page_size=1`)).total }).toEqual({ [query]: total })
    })

    test('is filtered by channel troubles, together with the other filters and by tags', async () => {
      expect(await names('health=resting')).toEqual(['resting'])
      expect(await names('health=failing')).toEqual(['Failing'])
      expect(await names('health=slow')).toEqual(['slow'])
      expect(await names('health=flagged')).toEqual(['slow'])
      expect(await names('health=idle')).toEqual(['idle'])
      expect(await names('health=key_trouble')).toEqual(['off'])
      expect(await names('health=slow&keyword=nobody')).toEqual([])
      expect(await names('health=failing,resting,slow&sort=-success')).toEqual(['slow', 'resting', 'Failing'])
      expect(await names('health=failing,resting&type=14&keyword=rest')).toEqual(['resting'])
      expect(await ask('health=slow,idle&tag_mode=true')).toMatchObject({ total: 1, items: [{ name: 'slow' }] })
      expect((await ask('health=idle,slow&page_size=1')).total).toBe(2)
    })

    test('includes the last hour if requested', async () => {
      const [failing] = (await ask('keyword=Failing&hours=true')).items
      const { slots = [], ...hour } = failing?.hour ?? {}
      expect(hour).toEqual({
        calls: 4,
        failures: 3,
        success: 0.25,
        first_token_ms: null,
        troubles: ['failing'],
        breakers: [],
        bad_keys: { refused: 0, resting: 0 },
        under_cost: null,
      })
      expect(slots.at(-1)).toEqual({ answered: 1, failed: 3 })
      expect((await ask('keyword=Failing')).items[0]).not.toHaveProperty('hour')
      expect((await ask('keyword=resting&hours=true')).items[0]?.hour?.breakers).toMatchObject([
        { model: null, state: 'open' },
      ])
    })

    test('finds prices under cost: by group, by the model that goes upstream, and by the channel’s own price list', async () => {
      const add = async (
        name: string,
        fields: { models: string; group?: string; model_mapping?: string; status?: number },
      ) => {
        const row = { type: 1, status: 1, key_sealed: 'x', created_time: 1, group: 'plain', name, ...fields }
        const { id } = await app.db.insertInto('channels').values(row).returning('id').executeTakeFirstOrThrow()
        return id
      }
      await app.options.set('GroupRatio', '{"default":1,"plain":1,"cheap":0.8}')
      // The maker charges 1.25, and for output four times as much.
      await app.options.set('ModelRatio', '{"gpt-4o":1,"cheap-name":1,"mine":2,"free":0}')
      await add('at cost', { models: 'gpt-4o-mini' })
      await add('for a cheap group', { models: 'gpt-4o-mini,o3', group: 'plain,cheap' })
      await add('own price', { models: 'gpt-4o' })
      await add('mapped', { models: 'cheap-name', model_mapping: '{"cheap-name":"gpt-4o"}' })
      await add('switched off', { models: 'gpt-4o', status: 2 })
      await add('unknown', { models: 'mine,free', model_mapping: '{"mine":"mine"}' })
      const priced = await add('with a list', { models: 'gpt-4o,mine' })
      const prices = JSON.stringify([
        { model: 'gpt-4o', document: { tokens: { input: 1, output: 1 } } },
        { model: 'mine', document: { tokens: { input: 40, output: 40 } } },
      ])
      await app.db
        .insertInto('price_lists')
        .values({ channel_id: priced, prices, refused: '[]', raised: '[]', created_at: 1, read_at: 1 })
        .execute()

      const found = await ask('health=under_cost&group=plain&hours=true&sort=-under_cost')
      expect(found.items.map(({ name, hour }) => [name, hour?.under_cost])).toEqual([
        ['with a list', { share: 0.9, models: 1, worst: [{ model: 'mine', group: 'plain', share: 0.9 }] }],
        [
          'mapped',
          { share: 0.542857143, models: 1, worst: [{ model: 'cheap-name', group: 'plain', share: 0.542857143 }] },
        ],
        ['own price', { share: 0.2, models: 1, worst: [{ model: 'gpt-4o', group: 'plain', share: 0.2 }] }],
        [
          'for a cheap group',
          {
            share: 0.2,
            models: 2,
            worst: [
              { model: 'gpt-4o-mini', group: 'cheap', share: 0.2 },
              { model: 'o3', group: 'cheap', share: 0.2 },
            ],
          },
        ],
      ])
      expect(found.items.every(({ hour }) => hour?.troubles.includes('under_cost'))).toBe(true)
      expect(await names('health=under_cost,resting&keyword=mapped')).toEqual(['mapped'])
      expect((await ask('health=under_cost&group=plain&page_size=1&p=2&sort=under_cost')).total).toBe(4)
    })
  })
}
