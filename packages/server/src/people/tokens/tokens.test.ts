import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Page, Token } from '@tollgate/contract'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { type ConsoleClient, signedIn } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'

for (const { kind, open } of databases()) {
  describe(`tokens on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let owner: ConsoleClient
    let changes: number[]
    beforeAll(async () => {
      database = await open()
      app = await testApp(database)
      owner = await signedIn(app, endpoints, 'user')
      app.changeEvents.on('tokens', id => void changes.push(id))
      await app.options.set('GroupRatio', '{"default":1,"vip":2}')
      await app.options.set('UserUsableGroups', '{"vip":"Faster","unpriced":"No ratio"}')
    })
    beforeEach(async () => {
      for (const table of ['tokens', 'ledger_entries'] as const) await app.db.deleteFrom(table).execute()
      changes = []
    })
    afterAll(() => database.close())

    const create = (form: object) => owner('POST', '/api/token/', { body: { name: 'laptop', ...form } })
    const update = (form: object, query = '') => owner('PUT', `/api/token/${query}`, { body: form })
    const setStatus = (id: number, status: number) => update({ id, status }, '?status_only=true')
    const makeOne = async (form: object = {}) => {
      const [token] = (await create(form)).data as Token[]
      if (!token) throw new Error('no token was made')
      return token
    }
    const find = async (query: string, path = 'search') => {
      const page = (await owner('GET', `/api/token/${path}?${query}`)).data as Page<Token>
      return page.items.map(({ name }) => name)
    }
    const entries = () =>
      app.db.selectFrom('ledger_entries').select(['token_id', 'token_amount']).orderBy('id').execute()

    test('are created with the defaults, and shown in full', async () => {
      const made = await makeOne()
      expect(made).toEqual({
        id: made.id,
        user_id: made.user_id,
        key: expect.stringMatching(/^[0-9A-Za-z]{48}$/),
        name: 'laptop',
        status: 1,
        created_time: TEST_NOW,
        accessed_time: 0,
        expired_time: -1,
        remain_quota: 500_000,
        used_quota: 0,
        unlimited_quota: false,
        quota_period: '',
        period_quota: 0,
        model_limits_enabled: false,
        owed: 0,
        model_limits: '',
        allow_ips: '',
        group: '',
        parent_id: 0,
        depth: 0,
        slice: 0,
        rpm: 0,
        label: '',
        member_id: 0,
        project_id: 0,
        is_frozen: false,
        frozen: false,
      })
      expect((await owner('GET', `/api/token/${made.id}/`)).data).toEqual(made)
    })

    test('get their quota from the ledger, when created and when changed', async () => {
      const { id } = await makeOne({ remain_quota: 1000 })
      expect((await update({ id, remain_quota: 300 })).data).toMatchObject({ remain_quota: 300 })
      expect(await entries()).toEqual([
        { token_id: id, token_amount: 1000 },
        { token_id: id, token_amount: -700 },
      ])
    })

    test('are created in batches, with unique keys and names', async () => {
      const made = (await create({ count: 5 })).data as Token[]
      expect(made.map(({ name }) => name.replace(/-[0-9A-Za-z]{6}$/, '-suffix'))).toEqual([
        'laptop',
        ...Array(4).fill('laptop-suffix'),
      ])
      expect(new Set(made.map(({ key }) => key)).size).toBe(5)
      expect(new Set(made.map(({ name }) => name)).size).toBe(5)
      expect(await create({ count: 101 })).toMatchObject({ code: 'input_invalid', field: 'count' })
    })

    test('keep their keys encrypted', async () => {
      const { key } = await makeOne()
      const row = await app.db.selectFrom('tokens').selectAll().executeTakeFirstOrThrow()
      expect(JSON.stringify(row)).not.toContain(key)
      expect([app.secrets.decrypt(row.key_sealed), app.secrets.fingerprint(key)]).toEqual([key, row.key_fingerprint])
    })

    test('are not created or changed with invalid fields', async () => {
      const { id } = await makeOne()
      const rejections: [object, string, string][] = [
        [{ name: ' ' }, 'token_name_required', 'name'],
        [{ name: 'x'.repeat(31) }, 'token_name_too_long', 'name'],
        [{ allow_ips: '10.0.0.1\nnot-an-address' }, 'token_ip_invalid', 'allow_ips'],
        [{ allow_ips: '10.0.0.0/33' }, 'token_ip_invalid', 'allow_ips'],
        [{ allow_ips: '1.2.3' }, 'token_ip_invalid', 'allow_ips'],
        [{ allow_ips: '10.0/8' }, 'token_ip_invalid', 'allow_ips'],
        [{ allow_ips: '0x7f000001' }, 'token_ip_invalid', 'allow_ips'],
        [{ allow_ips: '010.0.0.1' }, 'token_ip_invalid', 'allow_ips'],
        [{ group: 'elsewhere' }, 'token_group_not_usable', 'group'],
        [{ group: 'unpriced' }, 'token_group_not_usable', 'group'],
        [{ group: 'toString' }, 'token_group_not_usable', 'group'],
        [{ remain_quota: -1 }, 'input_invalid', 'remain_quota'],
        [{ remain_quota: 0.5 }, 'input_invalid', 'remain_quota'],
        [{ remain_quota: 1e300 }, 'input_invalid', 'remain_quota'],
        [{ expired_time: -2 }, 'input_invalid', 'expired_time'],
        [{ expired_time: 'soon' }, 'input_invalid', 'expired_time'],
      ]
      for (const [wrong, code, field] of rejections) {
        expect(await create(wrong)).toMatchObject({ status: 200, success: false, code, field })
        expect(await update({ id, ...wrong })).toMatchObject({ status: 200, success: false, code, field })
      }
      expect(await find('')).toEqual(['laptop'])
      expect(changes).toEqual([0])
    })

    test('accept names of thirty characters of any script', async () => {
      expect(await makeOne({ name: '令'.repeat(30) })).toMatchObject({ name: '令'.repeat(30) })
    })

    test('store lists with one address or range per line', async () => {
      const lists = { allow_ips: ' 10.0.0.1, 192.0.2.0/24\n\n2001:db8::/32 ', model_limits: ' a ,b,,a' }
      expect(await makeOne(lists)).toMatchObject({
        allow_ips: '10.0.0.1\n192.0.2.0/24\n2001:db8::/32',
        model_limits: 'a,b',
      })
    })

    test('may use the groups open to all and the owner’s own', async () => {
      expect(await makeOne({ group: 'vip' })).toMatchObject({ group: 'vip' })
      expect(await makeOne({ group: 'default' })).toMatchObject({ group: 'default' })
    })

    test('keep fields that a change omits', async () => {
      const made = await makeOne({ model_limits: 'a', model_limits_enabled: true, allow_ips: '10.0.0.1' })
      expect((await update({ id: made.id, name: 'desktop' })).data).toEqual({ ...made, name: 'desktop' })
      expect((await update({ id: made.id })).data).toEqual({ ...made, name: 'desktop' })
      expect((await update({ id: made.id, allow_ips: '', unlimited_quota: true })).data).toEqual({
        ...made,
        name: 'desktop',
        allow_ips: '',
        unlimited_quota: true,
      })
      expect(changes).toEqual([0, made.id, made.id, made.id])
    })

    test('change only the status when only that is requested', async () => {
      const made = await makeOne()
      const body = { id: made.id, status: 2, name: 'renamed', remain_quota: 1 }
      expect((await update(body, '?status_only=true')).data).toEqual({ ...made, status: 2 })
      expect(await setStatus(made.id, 1)).toMatchObject({ data: made })
      expect(await setStatus(made.id, 3)).toMatchObject({ code: 'input_invalid', field: 'status' })
    })

    test('are shown as expired or exhausted, and can be enabled only once that is fixed', async () => {
      const expired = await makeOne({ expired_time: TEST_NOW })
      const exhausted = await makeOne({ remain_quota: 0 })
      expect([expired.status, exhausted.status]).toEqual([3, 4])
      expect(await setStatus(expired.id, 1)).toMatchObject({ code: 'token_expired_cannot_enable' })
      expect(await setStatus(exhausted.id, 1)).toMatchObject({ code: 'token_exhausted_cannot_enable' })
      const saved = { id: expired.id, status: 1, expired_time: TEST_NOW - 1 }
      const said = (['en', 'zh', 'ru'] as const).map(language => owner('PUT', '/api/token/', { body: saved, language }))
      expect((await Promise.all(said)).map(({ code, field, message }) => [code, field, message])).toEqual([
        ['token_expiry_passed', 'expired_time', 'The expiry has passed; choose a later time, or none'],
        ['token_expiry_passed', 'expired_time', '过期时间已过，请选择更晚的时间或永不过期'],
        ['token_expiry_passed', 'expired_time', 'Срок действия уже прошёл; выберите более поздний или уберите его'],
      ])
      const mended = [
        await update({ id: expired.id, status: 1, expired_time: -1 }),
        await update({ id: exhausted.id, status: 1, remain_quota: 5 }),
        await update({ id: (await makeOne({ remain_quota: 0 })).id, unlimited_quota: true }),
      ]
      expect(mended).toMatchObject(Array(3).fill({ success: true, data: { status: 1 } }))
    })

    test('are listed newest first, with either name for the page size', async () => {
      for (const name of ['one', 'two', 'three']) await makeOne({ name })
      expect(await find('p=0&size=100', '')).toEqual(['three', 'two', 'one'])
      expect(await find('p=1&size=2', '')).toEqual(['three', 'two'])
      expect(await find('p=2&page_size=2', '')).toEqual(['one'])
      expect(await owner('GET', '/api/token/?size=101')).toMatchObject({ code: 'input_invalid', field: 'size' })
    })

    test('are found by part of the name, by the whole key and by how the key begins', async () => {
      const { key } = await makeOne({ name: 'Home 100%' })
      await makeOne({ name: 'office_1' })
      const finds: [string, string[]][] = [
        ['keyword=home', ['Home 100%']],
        ['keyword=%25', ['Home 100%']],
        ['keyword=_', ['office_1']],
        [`token=sk-${key}`, ['Home 100%']],
        [`token=${key.slice(0, 12)}`, ['Home 100%']],
        [`token=${key}&keyword=office`, []],
        [`token=${key.slice(0, 47)}%25`, []],
      ]
      for (const [query, names] of finds) expect([query, await find(query)]).toEqual([query, names])
    })

    test('disappear for their owner when deleted, and stay for the ledger', async () => {
      const { id } = await makeOne()
      expect(await owner('DELETE', `/api/token/${id}/`)).toMatchObject({ success: true })
      expect(await owner('GET', `/api/token/${id}`)).toMatchObject({ code: 'token_not_found' })
      expect(await owner('DELETE', `/api/token/${id}`)).toMatchObject({ code: 'token_not_found' })
      expect(await find('')).toEqual([])
      expect(await app.db.selectFrom('tokens').select(['id', 'deleted_at']).execute()).toEqual([
        { id, deleted_at: TEST_NOW },
      ])
      expect(changes).toEqual([0, id])
    })

    test('of another user are not found, by user or admin', async () => {
      const { id, key } = await makeOne()
      for (const role of ['user', 'admin'] as const) {
        const other = await signedIn(app, endpoints, role)
        const answers = [
          await other('GET', `/api/token/${id}`),
          await other('PUT', '/api/token/', { body: { id, name: 'stolen' } }),
          await other('PUT', '/api/token/?status_only=true', { body: { id, status: 2 } }),
          await other('DELETE', `/api/token/${id}`),
        ]
        expect(answers).toMatchObject(Array(4).fill({ status: 200, success: false, code: 'token_not_found' }))
        expect((await other('GET', `/api/token/search?token=${key}`)).data).toMatchObject({ items: [], total: 0 })
      }
      expect(await find('')).toEqual(['laptop'])
    })

    test('accept neither owner nor history from input', async () => {
      const stolen = { user_id: 1, used_quota: -5, key: 'x', created_time: 1, deleted_at: 1 }
      const made = await makeOne(stolen)
      expect(made).toMatchObject({ used_quota: 0, created_time: TEST_NOW })
      expect((await update({ id: made.id, ...stolen })).data).toEqual(made)
      expect((await owner('GET', '/api/user/self')).data).toMatchObject({ id: made.user_id })
    })

    test('are limited to a thousand per user', async () => {
      for (let batch = 0; batch < 10; batch++) expect(await create({ count: 100 })).toMatchObject({ success: true })
      expect(await create({})).toMatchObject({ success: false, code: 'token_limit_reached' })
    }, 60_000)
  })
}
