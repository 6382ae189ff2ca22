import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Drawing } from '@tollgate/contract'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { type ConsoleClient, signedIn } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { insertUser } from '../../people/users/store.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'

const NOW_MS = TEST_NOW * 1000
const PRIVATE = 'canary-7b21'

for (const { kind, open } of databases()) {
  describe(`the drawing log on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let admin: ConsoleClient
    let user: ConsoleClient
    let userId: number
    let bob: number
    let channelId: number
    beforeAll(async () => {
      database = await open()
      app = await testApp(database)
      admin = await signedIn(app, endpoints, 'admin')
      user = await signedIn(app, endpoints, 'user')
      userId = ((await user('GET', '/api/user/self')).data as { id: number }).id
      bob = await insertUser(app.db, { username: 'bob', aff_code: 'bob', created_at: TEST_NOW })
      const made = await admin('POST', '/api/channel/', { body: { type: 1, name: 'artist', key: 'k', models: 'm' } })
      channelId = (made.data as { id: number }[])[0]?.id ?? 0
    })
    beforeEach(async () => {
      await app.db.deleteFrom('midjourneys').execute()
      await app.options.set('MjForwardUrlEnabled', 'false')
    })
    afterAll(() => database.close())

    const write = (fields: object) =>
      app.db
        .insertInto('midjourneys')
        .values({ user_id: userId, submit_time: NOW_MS, ...fields })
        .execute()
    const list = async (query: string, client = admin, path = '/api/mj/') => {
      const { data, total } = (await client('GET', `${path}?${query}`)) as unknown as { data: Drawing[]; total: number }
      return { ids: data.map(({ mj_id }) => mj_id), data, total }
    }

    test('shows an admin everything except private fields, with the names of user and channel', async () => {
      await write({
        user_id: bob,
        channel_id: channelId,
        code: 21,
        action: 'SKETCH',
        mj_id: 'a1',
        status: 'ODD',
        prompt: 'a gate',
        prompt_en: 'a gate',
        submit_time: NOW_MS,
        start_time: NOW_MS + 1,
        finish_time: NOW_MS + 61_000,
        image_url: 'https://pictures.example/a.png',
        progress: '100%',
        fail_reason: 'no paint',
        quota: 50_000,
        refunded: 50_000,
        channel_key: PRIVATE,
        upstream_id: PRIVATE,
        result_url: PRIVATE,
        terms: PRIVATE,
        data: PRIVATE,
        notify_hook: PRIVATE,
        callback_token: PRIVATE,
        video_url: PRIVATE,
      })
      const { data, total } = await list('')
      expect(total).toBe(1)
      expect(data).toEqual([
        {
          id: data[0]?.id ?? 0,
          user_id: bob,
          username: 'bob',
          channel_id: channelId,
          channel_name: 'artist',
          code: 21,
          action: 'SKETCH',
          mj_id: 'a1',
          prompt: 'a gate',
          prompt_en: 'a gate',
          status: 'ODD',
          submit_time: NOW_MS,
          start_time: NOW_MS + 1,
          finish_time: NOW_MS + 61_000,
          progress: '100%',
          ...{
            image_url: 'https://pictures.example/a.png',
            fail_reason: 'no paint',
            quota: 50_000,
            refunded: 50_000,
          },
        },
      ])
    })

    test('shows users only their own rows, without the channel, whatever they filter by', async () => {
      await write({ mj_id: 'mine', channel_id: channelId })
      await write({ mj_id: 'theirs', user_id: bob })
      for (const query of ['', `user_id=${bob}`, `channel_id=99`, `username=bob`]) {
        const { ids, data, total } = await list(query, user, '/api/mj/self/')
        expect([ids, total]).toEqual([['mine'], 1])
        expect(data).toMatchObject([{ channel_id: 0, channel_name: '', username: '' }])
      }
      expect((await list('mj_id=theirs', user, '/api/mj/self/')).ids).toEqual([])
      expect((await user('GET', '/api/mj/')).status).toBe(403)
    })

    test('shows a picture at our own address, unless the operator wants the upstream’s', async () => {
      await write({ mj_id: 'a1', image_url: 'https://pictures.example/a.png' })
      await write({ mj_id: 'none', submit_time: NOW_MS - 1 })
      const addresses = async () => (await list('', user, '/api/mj/self/')).data.map(({ image_url }) => image_url)
      expect(await addresses()).toEqual(['https://pictures.example/a.png', ''])
      await app.options.set('MjForwardUrlEnabled', 'true')
      const [ours, none] = await addresses()
      expect(ours).toMatch(/^\/mj\/image\/a1\?/)
      expect(none).toBe('')
    })

    test('is filtered by channel, exact id and an inclusive window of milliseconds', async () => {
      await write({ mj_id: 'early', submit_time: NOW_MS - 1000 })
      await write({ mj_id: 'now', channel_id: channelId })
      await write({ mj_id: 'late', submit_time: NOW_MS + 1000 })
      const found = async (query: string) => (await list(query)).ids
      expect(await found('')).toEqual(['late', 'now', 'early'])
      expect(await found(`start_timestamp=${NOW_MS}`)).toEqual(['late', 'now'])
      expect(await found(`end_timestamp=${NOW_MS}`)).toEqual(['now', 'early'])
      expect(await found(`start_timestamp=${NOW_MS}&end_timestamp=${NOW_MS}`)).toEqual(['now'])
      expect(await found(`channel_id=${channelId}`)).toEqual(['now'])
      await write({ mj_id: 'other', channel_id: 77, submit_time: NOW_MS - 2000 })
      expect(await found(`channel_id=${channelId},77`)).toEqual(['now', 'other'])
      expect(await found('mj_id=now')).toEqual(['now'])
      expect(await found('mj_id=no')).toEqual([])
    })

    test('has pages that count from 0, each row once, newest first, with the total beside', async () => {
      for (let at = 0; at < 25; at++) await write({ mj_id: `d${at}`, submit_time: NOW_MS + Math.floor(at / 3) })
      const pages = await Promise.all([0, 1, 2, 3].map(p => list(`p=${p}`)))
      expect(pages.map(({ ids, total }) => [ids.length, total])).toEqual([
        [10, 25],
        [10, 25],
        [5, 25],
        [0, 25],
      ])
      const all = pages.flatMap(({ ids }) => ids)
      expect(all).toEqual(Array.from({ length: 25 }, (_, at) => `d${24 - at}`))
      expect((await list('p=0&page_size=100')).ids).toEqual(all)
    })
  })
}
