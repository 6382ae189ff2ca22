import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type Language, LOG_TYPE, type Page, type Redemption, type User } from '@tollgate/contract'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { type ConsoleClient, signedIn } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'
import { audit } from '../ledger/audit.ts'

for (const { kind, open } of databases()) {
  describe(`redemption codes on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let admin: ConsoleClient
    let user: ConsoleClient
    beforeAll(async () => {
      database = await open()
      app = await testApp(database)
      admin = await signedIn(app, endpoints, 'admin')
      user = await signedIn(app, endpoints, 'user')
    })
    beforeEach(async () => {
      for (const table of ['redemptions', 'logs'] as const) await app.db.deleteFrom(table).execute()
    })
    afterAll(async () => {
      expect(await audit(database.storage, TEST_NOW)).toEqual([])
      await database.close()
    })

    const create = (form: object) => admin('POST', '/api/redemption/', { body: form })
    const update = (form: object, query = '') => admin('PUT', `/api/redemption/${query}`, { body: form })
    const makeOne = async (form: object = {}) => {
      const [key = ''] = (await create(form)).data as string[]
      const { items } = (await admin('GET', `/api/redemption/search?keyword=${key}`)).data as Page<Redemption>
      const [redemption] = items
      if (!redemption) throw new Error('no code was made')
      return redemption
    }
    const redeem = (key: string, client = user) => client('POST', '/api/user/topup', { body: { key } })
    const self = async (client = user) => (await client('GET', '/api/user/self')).data as User
    const logs = () => app.db.selectFrom('logs').select(['type', 'user_id', 'quota', 'content']).execute()

    test('are named after their value by default, and the log says who created them', async () => {
      const made = await makeOne()
      expect(made).toEqual({
        id: made.id,
        user_id: (await self(admin)).id,
        key: expect.stringMatching(/^[0-9a-f]{32}$/),
        name: '$0.20',
        status: 1,
        quota: 100_000,
        created_time: TEST_NOW,
        redeemed_time: 0,
        used_user_id: 0,
        plan_id: 0,
      })
      const { id, username } = await self(admin)
      const content = `${username} made 1 redemption codes of $0.20 each`
      expect(await logs()).toEqual([{ type: LOG_TYPE.manage, user_id: id, quota: 0, content }])
    })

    test('come in batches of up to 100, each with its own key', async () => {
      const { data } = await create({ name: 'gift', quota: 5, count: 100 })
      expect(new Set(data as string[]).size).toBe(100)
      const page = (await admin('GET', '/api/redemption/?p=2&page_size=30')).data as Page<Redemption>
      expect([page.total, page.items.length, page.page]).toEqual([100, 30, 2])
      expect(new Set(page.items.map(({ name, quota }) => `${name} ${quota}`))).toEqual(new Set(['gift 5']))
    })

    test('refuse batches, names and quotas out of bounds', async () => {
      const rejections: [object, string][] = [
        [{ count: 101 }, 'count'],
        [{ count: 0 }, 'count'],
        [{ count: 1.5 }, 'count'],
        [{ name: 'x'.repeat(21) }, 'name'],
        [{ quota: 0 }, 'quota'],
        [{ quota: -1 }, 'quota'],
        [{ quota: 1e13 }, 'quota'],
      ]
      for (const [form, field] of rejections)
        expect(await create(form)).toMatchObject({ success: false, code: 'input_invalid', field })
      expect((await admin('GET', '/api/redemption/')).data).toMatchObject({ total: 0 })
    })

    test('are refused with the name of the wrong field in the reader’s language', async () => {
      const said = (language: Language) => (form: object) =>
        admin('POST', '/api/redemption/', { body: form, language }).then(({ message }) => message)
      const wrong = [{ count: 0 }, { quota: 'x' }, { name: 'x'.repeat(21) }]
      expect(await Promise.all(wrong.map(said('zh')))).toEqual([
        expect.stringMatching(/^“数量”/),
        expect.stringMatching(/^“额度”/),
        expect.stringMatching(/^“名称”/),
      ])
      expect(await Promise.all(wrong.map(said('ru')))).toEqual([
        expect.stringMatching(/^Поле «Количество»/),
        expect.stringMatching(/^Поле «Квота»/),
        expect.stringMatching(/^Поле «Название»/),
      ])
      expect(await Promise.all(wrong.map(said('en')))).toEqual([
        expect.stringMatching(/^The field “Count”/),
        expect.stringMatching(/^The field “Quota”/),
        expect.stringMatching(/^The field “Name”/),
      ])
    })

    test('are found by id, whole key or part of the name, newest first', async () => {
      const spring = await makeOne({ name: 'Spring 50%' })
      const autumn = await makeOne({ name: 'Autumn' })
      const find = async (keyword: string) => {
        const path = `/api/redemption/search?keyword=${encodeURIComponent(keyword)}`
        return ((await admin('GET', path)).data as Page<Redemption>).items.map(({ name }) => name)
      }
      expect(await find('')).toEqual(['Autumn', 'Spring 50%'])
      expect(await find('spring')).toEqual(['Spring 50%'])
      expect(await find('50%')).toEqual(['Spring 50%'])
      expect(await find('%')).toEqual(['Spring 50%'])
      expect(await find(String(autumn.id))).toEqual(['Autumn'])
      expect(await find(autumn.key.toUpperCase())).toEqual(['Autumn'])
      expect((await admin('GET', `/api/redemption/${spring.id}`)).data).toEqual(spring)
    })

    test('add their quota to the redeemer, with a log row and a ledger entry', async () => {
      const { id, key } = await makeOne({ quota: 250_000 })
      const before = await self()
      expect(await redeem(`  ${key.toUpperCase()}\n`)).toMatchObject({ success: true, data: 250_000 })
      expect((await self()).quota - before.quota).toBe(250_000)
      expect((await admin('GET', `/api/redemption/${id}`)).data).toMatchObject({
        status: 3,
        redeemed_time: TEST_NOW,
        used_user_id: before.id,
      })
      expect((await logs()).at(-1)).toEqual({
        type: LOG_TYPE.topUp,
        user_id: before.id,
        quota: 250_000,
        content: `Redeemed code ${id} worth $0.50`,
      })
      const entry = await app.db
        .selectFrom('ledger_entries')
        .select(['kind', 'user_id', 'user_amount'])
        .where('reference', '=', `redemption:${id}`)
        .executeTakeFirst()
      expect(entry).toEqual({ kind: 'redemption', user_id: before.id, user_amount: 250_000 })
    })

    test('that are invalid say why', async () => {
      const used = await makeOne()
      await redeem(used.key)
      const disabled = await makeOne()
      await update({ id: disabled.id, status: 2 }, '?status_only=true')
      const deleted = await makeOne()
      await admin('DELETE', `/api/redemption/${deleted.id}/`)
      const { quota } = await self()
      const rejections: [string, string, string][] = [
        ['', 'redemption_required', 'Please enter a redemption code!'],
        ['  ', 'redemption_required', 'Please enter a redemption code!'],
        [used.key, 'redemption_used', 'This redemption code has already been used'],
        [disabled.key, 'redemption_disabled', 'This redemption code is disabled'],
        [deleted.key, 'redemption_unknown', 'There is no such redemption code'],
        ['0'.repeat(32), 'redemption_unknown', 'There is no such redemption code'],
        [used.key.slice(1), 'redemption_malformed', expect.stringContaining('32 letters and digits')],
        ["' or 1=1 --", 'redemption_malformed', expect.stringContaining('32 letters and digits')],
      ]
      for (const [key, code, message] of rejections)
        expect(await redeem(key)).toMatchObject({ status: 200, success: false, code, message, field: 'key' })
      expect(await user('POST', '/api/user/topup', { body: {}, language: 'zh' })).toMatchObject({
        message: '请输入兑换码！',
      })
      expect((await self()).quota).toBe(quota)
    })

    test('credit once if ten users redeem one a hundred times at once', async () => {
      const { key, id } = await makeOne({ quota: 777 })
      const users = await Promise.all(Array.from({ length: 10 }, () => signedIn(app, endpoints, 'user')))
      const answers = await Promise.all(Array.from({ length: 100 }, (_, turn) => redeem(key, users[turn % 10])))
      expect(answers.filter(({ success }) => success)).toHaveLength(1)
      expect(answers.filter(({ code }) => code === 'redemption_used')).toHaveLength(99)
      const balances = await Promise.all(users.map(async client => (await self(client)).quota))
      expect(balances.sort((one, other) => other - one)).toEqual([777, ...Array(9).fill(0)])
      const { used_user_id } = (await admin('GET', `/api/redemption/${id}`)).data as Redemption
      const winner = await Promise.all(users.map(client => self(client)))
      expect(winner.find(({ quota }) => quota === 777)?.id).toBe(used_user_id)
    })

    test('can be changed while unused: name and quota, or only the status', async () => {
      const { id } = await makeOne({ name: 'old', quota: 10 })
      expect((await update({ id, name: ' new ', quota: 20, status: 2 })).data).toMatchObject({
        name: 'new',
        quota: 20,
        status: 1,
      })
      expect((await update({ id, name: 'newer', status: 2 }, '?status_only=true')).data).toMatchObject({
        name: 'new',
        status: 2,
      })
      expect((await update({ id, status: 1 }, '?status_only=true')).data).toMatchObject({ status: 1 })
      expect(await update({ id, name: '' })).toMatchObject({ code: 'redemption_name_required', field: 'name' })
      expect(await update({ id, status: 3 }, '?status_only=true')).toMatchObject({ code: 'input_invalid' })
      expect(await update({ id: 999_999, name: 'x' })).toMatchObject({ code: 'redemption_not_found' })
    })

    test('are final once used', async () => {
      const { id, key } = await makeOne()
      await redeem(key)
      for (const [form, query] of [
        [{ id, status: 1 }, '?status_only=true'],
        [{ id, quota: 1 }, ''],
      ] as const)
        expect(await update(form, query)).toMatchObject({ success: false, code: 'redemption_used_is_final' })
      expect(await redeem(key)).toMatchObject({ code: 'redemption_used' })
    })

    test('disappear once deleted', async () => {
      const { id } = await makeOne()
      expect(await admin('DELETE', `/api/redemption/${id}/`)).toMatchObject({ success: true, data: null })
      for (const [method, path] of [
        ['DELETE', `/api/redemption/${id}`],
        ['GET', `/api/redemption/${id}`],
      ] as const)
        expect(await admin(method, path)).toMatchObject({ code: 'redemption_not_found' })
      expect((await admin('GET', '/api/redemption/')).data).toMatchObject({ total: 0, items: [] })
    })
  })
}
