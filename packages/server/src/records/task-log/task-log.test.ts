import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Language, Task } from '@tollgate/contract'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { type ConsoleClient, signedIn } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { insertUser } from '../../people/users/store.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'

const PRIVATE = 'canary-7b22'

for (const { kind, open } of databases()) {
  describe(`the task log on ${kind}`, () => {
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
      const made = await admin('POST', '/api/channel/', { body: { type: 1, name: 'band', key: 'k', models: 'm' } })
      channelId = (made.data as { id: number }[])[0]?.id ?? 0
    })
    beforeEach(async () => {
      await app.db.deleteFrom('tasks').execute()
    })
    afterAll(() => database.close())

    const write = (fields: object) =>
      app.db
        .insertInto('tasks')
        .values({ user_id: userId, created_at: TEST_NOW, submit_time: TEST_NOW, task_id: 'task', ...fields })
        .execute()
    const list = async (query: string, client = admin, path = '/api/task/') => {
      const { data, total } = (await client('GET', `${path}?${query}`)) as unknown as { data: Task[]; total: number }
      return { ids: data.map(({ task_id }) => task_id), data, total }
    }

    test('shows an admin everything except private fields, with the names of user and channel', async () => {
      await write({
        user_id: bob,
        channel_id: channelId,
        platform: 'suno',
        action: 'MUSIC',
        task_id: 'a1',
        status: 'FAILURE',
        updated_at: TEST_NOW + 3,
        start_time: TEST_NOW + 1,
        finish_time: TEST_NOW + 2,
        progress: '100%',
        fail_reason: 'out of tune',
        quota: 50_000,
        refunded: 50_000,
        data: '[{"id":"clip"}]',
        channel_key: PRIVATE,
        upstream_id: PRIVATE,
        result_url: PRIVATE,
        terms: PRIVATE,
        properties: PRIVATE,
      })
      const { data, total } = await list('')
      expect(total).toBe(1)
      expect(data).toEqual([
        {
          id: data[0]?.id ?? 0,
          user_id: bob,
          username: 'bob',
          channel_id: channelId,
          channel_name: 'band',
          platform: 'suno',
          action: 'MUSIC',
          task_id: 'a1',
          status: 'FAILURE',
          progress: '100%',
          created_at: TEST_NOW,
          updated_at: TEST_NOW + 3,
          submit_time: TEST_NOW,
          start_time: TEST_NOW + 1,
          finish_time: TEST_NOW + 2,
          fail_reason: 'out of tune',
          quota: 50_000,
          refunded: 50_000,
          data: [{ id: 'clip' }],
        },
      ])
    })

    test('says in the reader’s language why the gateway gave a task up, and quotes upstreams unchanged', async () => {
      const reasons = [
        'It took too long',
        'The upstream reported about the task: EXPIRED',
        'The upstream did not accept a connection within 15 s',
        'out of tune',
        '',
      ]
      for (const fail_reason of reasons) await write({ fail_reason })
      const told = async (language: Language) => {
        const { data } = (await admin('GET', '/api/task/', { language })) as unknown as { data: Task[] }
        return data.map(({ fail_reason, failure }) => [fail_reason, failure]).reverse()
      }
      expect(await told('en')).toEqual(reasons.map((reason, at) => [reason, at < 3 ? reason : undefined]))
      expect((await told('ru')).map(([, failure]) => failure)).toEqual([
        'Заняла слишком много времени',
        'Поставщик сообщает о задаче: EXPIRED',
        expect.stringContaining('15 с'),
        undefined,
        undefined,
      ])
    })

    test('shows only what clients see of a result: no other platform’s data, and nothing unreadable', async () => {
      await write({ platform: 'kling', data: `{"url":"https://${PRIVATE}.example"}` })
      await write({ platform: 'suno', data: 'no JSON' })
      await write({ platform: 'suno', data: '' })
      expect((await list('')).data.map(({ data }) => data)).toEqual([null, null, null])
    })

    test('shows users only their own rows, without the channel, whatever they filter by', async () => {
      await write({ task_id: 'mine', channel_id: channelId })
      await write({ task_id: 'theirs', user_id: bob })
      for (const query of ['', `user_id=${bob}`, `channel_id=99`, `username=bob`]) {
        const { ids, data, total } = await list(query, user, '/api/task/self')
        expect([ids, total]).toEqual([['mine'], 1])
        expect(data).toMatchObject([{ channel_id: 0, channel_name: '', username: '' }])
      }
      expect((await list('task_id=theirs', user, '/api/task/self')).ids).toEqual([])
      expect((await user('GET', '/api/task/')).status).toBe(403)
    })

    test('is filtered by channel, exact id, platform, action, status and an inclusive window of seconds', async () => {
      await write({ task_id: 'early', submit_time: TEST_NOW - 1, status: 'SUCCESS' })
      await write({ task_id: 'now', channel_id: channelId, platform: 'suno', action: 'LYRICS' })
      await write({ task_id: 'late', submit_time: TEST_NOW + 1 })
      const found = async (query: string) => (await list(query)).ids
      expect(await found('')).toEqual(['late', 'now', 'early'])
      expect(await found(`start_timestamp=${TEST_NOW}`)).toEqual(['late', 'now'])
      expect(await found(`end_timestamp=${TEST_NOW}`)).toEqual(['now', 'early'])
      expect(await found(`channel_id=${channelId}`)).toEqual(['now'])
      await write({ task_id: 'other', channel_id: 77, submit_time: TEST_NOW - 2 })
      expect(await found(`channel_id=${channelId},77`)).toEqual(['now', 'other'])
      expect(await found('channel_id=0')).toHaveLength(4)
      expect(await found('platform=suno')).toEqual(['now'])
      expect(await found('action=LYRICS')).toEqual(['now'])
      expect(await found('status=SUCCESS')).toEqual(['early'])
      expect(await found('task_id=no')).toEqual([])
    })

    test('has pages that count from 0, each row once, newest first, with the total beside', async () => {
      for (let at = 0; at < 25; at++) await write({ task_id: `t${at}`, submit_time: TEST_NOW + Math.floor(at / 3) })
      const pages = await Promise.all([0, 1, 2, 3].map(p => list(`p=${p}`)))
      expect(pages.map(({ ids, total }) => [ids.length, total])).toEqual([
        [10, 25],
        [10, 25],
        [5, 25],
        [0, 25],
      ])
      expect(pages.flatMap(({ ids }) => ids)).toEqual(Array.from({ length: 25 }, (_, at) => `t${24 - at}`))
    })
  })
}
