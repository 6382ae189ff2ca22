import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { CONSOLE_LANGUAGES, type Log, type LogStat, type Page } from '@tollgate/contract'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { type ConsoleClient, signedIn } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { rejection } from '../../../test/support/rejection.ts'
import { insertUser } from '../../people/users/store.ts'
import type { NewLogRow } from '../../platform/storage/schema.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'
import { askForCleanUp, runCleanUps } from './clean-up.ts'
import { messageColumns } from './message.ts'
import { deleteOldestLogs, insertLog } from './store.ts'

for (const { kind, open } of databases()) {
  describe(`the log on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let admin: ConsoleClient
    let user: ConsoleClient
    let userId: number
    let bob: number
    beforeAll(async () => {
      database = await open()
      app = await testApp(database)
      admin = await signedIn(app, endpoints, 'admin')
      user = await signedIn(app, endpoints, 'user')
      userId = ((await user('GET', '/api/user/self')).data as { id: number }).id
      bob = await insertUser(app.db, { username: 'bob', aff_code: 'bob', created_at: TEST_NOW })
    })
    beforeEach(async () => {
      await app.db.deleteFrom('logs').execute()
    })
    afterAll(() => database.close())

    const write = (log: Partial<NewLogRow>) =>
      insertLog(app.db, { user_id: userId, created_at: TEST_NOW, type: 2, username: 'ann', ...log })
    const list = async (query: string, client = admin, path = '/api/log/') =>
      (await client('GET', `${path}?${query}`)).data as Page<Log>
    const contents = async (query: string) => (await list(query)).items.map(({ content }) => content)
    const stat = async (query: string, client = admin, path = '/api/log/stat') =>
      (await client('GET', `${path}?${query}`)).data as LogStat

    test('shows a conversation to its user and to administrators, by the name in its rows', async () => {
      const moment = TEST_NOW - 900_000
      const span = `start_timestamp=${moment}&end_timestamp=${moment}`
      for (const [content, conversation] of [
        ['first'],
        ['one', 123_456_789],
        ['two', 123_456_789],
        ['other', 5],
      ] as const)
        await write({ content, created_at: moment, ...(conversation && { conversation }) })
      const { items } = await list(span)
      const name = items.find(({ content }) => content === 'one')?.conversation
      expect(items.find(({ content }) => content === 'first')?.conversation).toBe('')
      expect(await contents(`conversation=${name}`)).toEqual(['two', 'one'])
      expect(await contents(`conversation=${name}&end_timestamp=${moment - 1}`)).toEqual([])
      for (const none of [`${userId + 1}-${name?.split('-')[1]}`, '%', 'none']) {
        expect(await contents(`conversation=${none}`)).toEqual([])
      }
      const own = await list(`conversation=${name}`, user, '/api/log/self')
      expect(own.items.map(({ content }) => content)).toEqual(['two', 'one'])
    })

    test('shows an admin everything, with the name of the channel', async () => {
      const made = await admin('POST', '/api/channel/', { body: { type: 1, name: 'main', key: 'k', models: 'm' } })
      const [channel] = made.data as { id: number }[]
      const other = '{"model_ratio":1,"admin_info":{"use_channel":["1"]}}'
      const counts = { prompt_tokens: 30, completion_tokens: 4 }
      await write({ content: 'x', channel_id: channel?.id, token_id: 5, is_stream: 1, quota: 7, ...counts, other })
      const page = await list('type=2')
      expect(page).toEqual({
        items: [
          {
            id: page.items[0]?.id ?? 0,
            created_at: TEST_NOW,
            type: 2,
            content: 'x',
            user_id: userId,
            username: 'ann',
            token_id: 5,
            token_name: '',
            model_name: '',
            group: '',
            quota: 7,
            ...counts,
            tokens: 34,
            use_time: 0,
            duration_ms: 0,
            is_stream: true,
            channel: channel?.id ?? 0,
            channel_name: 'main',
            request_id: '',
            conversation: '',
            other,
          },
        ],
        page: 1,
        page_size: 10,
        total: 1,
      })
    })

    test('shows users only their own rows, without the channel', async () => {
      const other = '{"model_ratio":1,"admin_info":{"use_channel":["secret"]}}'
      await write({ content: 'mine', channel_id: 1, other })
      await write({ content: 'theirs', user_id: bob })
      const { items, total } = await list('channel=1&username=bob', user, '/api/log/self/')
      expect([total, items.map(({ content }) => content)]).toEqual([1, ['mine']])
      expect(items).toMatchObject([{ channel: 0, channel_name: '', other: '{"model_ratio":1}' }])
    })

    test('hides administrators’ fields, even in oddly spelt imported rows', async () => {
      for (const other of [
        '{"admin\\u005finfo":{"ip":"192.0.2.9"}}',
        'no JSON: "admin_info" 192.0.2.9',
        '"admin_info 192.0.2.9"',
      ])
        await write({ content: 'x', other })
      const { items } = await list('', user, '/api/log/self/')
      expect(items).toHaveLength(3)
      expect(JSON.stringify(items)).not.toContain('192.0.2.9')
    })

    test('shows each reader rows that are not calls in their own language, with amounts as the site shows them', async () => {
      const message = messageColumns('redeemed', { id: 7, quota: { quota: 250_000 } })
      await write({ type: 1, quota: 250_000, ...message })
      const told = async (client: ConsoleClient, path: string) =>
        Promise.all(
          CONSOLE_LANGUAGES.map(async language => {
            const { items } = (await client('GET', path, { language })).data as Page<Log>
            return items[0]?.content
          }),
        )
      const sentences = [
        '使用兑换码 7 充值 $0.50',
        'Redeemed code 7 worth $0.50',
        'Использован код пополнения 7 на $0.50',
        'Code 7 utilisé, d’une valeur de $0.50',
        'コード7（$0.50相当）を使用',
        'Đã dùng mã 7 trị giá $0.50',
        '使用兌換碼 7 儲值 $0.50',
      ]
      expect(await told(admin, '/api/log/')).toEqual(sentences)
      expect(await told(user, '/api/log/self')).toEqual(sentences)
      await app.options.set('DisplayInCurrencyEnabled', 'false')
      expect((await told(user, '/api/log/self'))[1]).toBe('Redeemed code 7 worth 250.0k')
      await app.options.set('DisplayInCurrencyEnabled', 'true')
    })

    test('keeps the text of rows without a known code', async () => {
      const others = ['', 'no JSON "message"', 'null', '{"message":5}', '{"message":{"code":"gone","values":{}}}']
      others.push('{"message":{"code":"redeemed","values":{"id":null}}}', '{"message":{"code":"toString","values":{}}}')
      for (const other of others) await write({ type: 4, content: 'as it was', other })
      expect(await contents('')).toEqual(others.map(() => 'as it was'))
    })

    test('comes newest first, page by page', async () => {
      for (const content of ['1', '2', '3']) await write({ content })
      expect(await contents('')).toEqual(['3', '2', '1'])
      expect(await contents('p=0&page_size=2')).toEqual(['3', '2'])
      expect(await contents('p=2&page_size=2')).toEqual(['1'])
      expect(await admin('GET', '/api/log/?page_size=101')).toMatchObject({ code: 'input_invalid', field: 'page_size' })
    })

    test('is filtered by type, names, model, channel, group, request and time', async () => {
      await write({ content: 'a', type: 5, token_name: 'home', model_name: 'gpt-4o', channel_id: 1, group: 'vip' })
      await write({ content: 'b', user_id: bob, model_name: 'gpt_4o', channel_id: 2, request_id: 'r-1' })
      await write({ content: 'c', model_name: 'GPT-5', created_at: TEST_NOW - 100 })
      const finds: [string, string[]][] = [
        ['type=0', ['b', 'a', 'c']],
        ['type=5', ['a']],
        ['username=bob', ['b']],
        ['token_name=home', ['a']],
        ['token_name=hom', []],
        ['model_name=gpt-4o', ['a']],
        ['model_name=gpt', []],
        ['model_name=gpt%25', ['b', 'a', 'c']],
        ['model_name=gpt_4%25', ['b']],
        ['model_name=%25%25%25o', ['b', 'a']],
        ['channel=2', ['b']],
        ['group=vip', ['a']],
        ['request_id=r-1', ['b']],
        [`start_timestamp=${TEST_NOW}`, ['b', 'a']],
        [`end_timestamp=${TEST_NOW - 1}`, ['c']],
        [`start_timestamp=${TEST_NOW - 100}&end_timestamp=${TEST_NOW - 100}`, ['c']],
        ["username=' or 1=1 --", []],
      ]
      for (const [query, found] of finds) expect([query, await contents(query)]).toEqual([query, found])
    })

    test('shows one row as a receipt to administrators and its owner, and to nobody else', async () => {
      await write({ content: 'mine', quota: 3, other: '{"model_ratio":1,"admin_info":{"ip":"192.0.2.9"}}' })
      await write({ content: 'of bob', user_id: bob })
      const { items } = await list('')
      const idOf = (content: string) => items.find(row => row.content === content)?.id ?? 0
      const mine = idOf('mine')
      expect((await admin('GET', `/api/log/receipt/${mine}`)).data).toEqual(items.find(({ id }) => id === mine))
      const own = (await user('GET', `/api/log/self/receipt/${mine}`)).data as Log
      expect(own).toMatchObject({ id: mine, quota: 3, other: '{"model_ratio":1}' })
      for (const [client, path] of [
        [user, `/api/log/self/receipt/${idOf('of bob')}`],
        [user, '/api/log/self/receipt/999999'],
        [admin, '/api/log/receipt/999999'],
      ] as const) {
        const refused = await client('GET', path)
        expect(refused).toMatchObject({ success: false, code: 'receipt_not_found' })
        expect(refused.message).toContain('There is no receipt under this address')
      }
      expect(await user('GET', `/api/log/receipt/${mine}`)).toMatchObject({ success: false, code: 'role_too_low' })
    })

    test('is filtered by the cause of failures, as in the figures', async () => {
      await write({ content: 'went well' })
      await write({ content: 'broken off', error_code: 'upstream_closed' })
      await write({ content: 'failed', type: 5, error_code: 'upstream_closed' })
      await write({ content: 'said nothing', type: 5 })
      await write({ content: 'long', type: 5, error_code: 'x'.repeat(99) })
      await write({ content: 'no call', type: 4, error_code: 'upstream_closed' })
      expect(await contents('error_code=upstream_closed')).toEqual(['failed', 'broken off'])
      expect(await contents('error_code=unknown')).toEqual(['said nothing'])
      expect(await contents(`error_code=${'x'.repeat(64)}`)).toEqual(['long'])
      expect(await contents('error_code=%25')).toEqual(['long', 'said nothing', 'failed', 'broken off'])
    })

    test('is filtered by several values of each filter, as are its sums and exports', async () => {
      const rows: Partial<NewLogRow>[] = [
        { content: 'a', model_name: 'gpt-4o', channel_id: 3, token_id: 7, token_name: 'work', group: 'vip', quota: 1 },
        { content: 'b', model_name: 'o3', channel_id: 4, token_id: 8, token_name: 'a, b', group: 'default', quota: 2 },
        { content: 'c', model_name: 'gemini', user_id: bob, channel_id: 5, quota: 4, request_id: 'r3' },
        { content: 'd', model_name: 'o3', type: 5, error_code: 'timeout', request_id: 'r4' },
        { content: 'e', model_name: 'gpt-4o', type: 5, error_code: 'overloaded' },
        { content: 'f', type: 4, user_id: bob },
      ]
      for (const row of rows) await write(row)
      const filtered: Record<string, string> = {
        'model_name=o3,gemini': 'dcb',
        'model_name=gem%25,gpt-4o': 'eca',
        'channel=3,5': 'ca',
        'token_id=7,8,9': 'ba',
        'token_name=a, b': 'b',
        'group=vip,staff': 'a',
        'group=vip,default': 'ba',
        'type=4,5': 'fed',
        'type=0': 'fedcba',
        'type=0,5': 'fedcba',
        'error_code=timeout,overloaded': 'ed',
        'error_code=%25,timeout': 'ed',
        'request_id=r3,r4': 'dc',
        'username=ann,bob': 'fc',
        'username=bob,nobody&type=2,5': 'c',
        'model_name=o3,gemini&channel=4,5': 'cb',
      }
      for (const [query, expected] of Object.entries(filtered)) {
        const found = (await contents(query)).join('')
        const { items, total } = await list(`${query}&page_size=1&p=2`)
        const lines = (await admin('GET', `/api/log/export?format=jsonl&${query}`)).message ?? ''
        const exported = lines
          .trim()
          .split('\n')
          .filter(Boolean)
          .map(line => (JSON.parse(line) as Log).content)
          .join('')
        // The sum is that of charged calls, whatever kinds are listed.
        const sum = rows.filter(
          ({ content, type = 2 }) => type === 2 && (query.startsWith('type=') || expected.includes(content ?? '-')),
        )
        expect({ query, found, total, exported, second: items[0]?.content, quota: (await stat(query)).quota }).toEqual({
          query,
          found: expected,
          total: expected.length,
          exported: expected,
          second: expected[1],
          quota: sum.reduce((quota, row) => quota + (row.quota ?? 0), 0),
        })
      }
    })

    test('refuses more values than a filter may have, and no kinds', async () => {
      const many = Array.from({ length: 51 }, (_, at) => at + 1).join(',')
      for (const query of [
        `channel=${many}`,
        'type=6',
        'type=-1',
        'type=2,x',
        'token_id=1.5',
        `model_name=${'x'.repeat(256)}`,
      ])
        expect(await admin('GET', `/api/log/?${query}`)).toMatchObject({ success: false, code: 'input_invalid' })
    })

    test('sums the quota of charged calls, and counts those of the last minute', async () => {
      await write({ quota: 10, prompt_tokens: 1, completion_tokens: 2, created_at: TEST_NOW - 61 })
      await write({ quota: 20, prompt_tokens: 3, completion_tokens: 4, created_at: TEST_NOW - 59, token_name: 'home' })
      await write({ quota: 40, prompt_tokens: 5, completion_tokens: 6, user_id: bob })
      await write({ type: 5, quota: 1000, prompt_tokens: 1000 })
      expect(await stat('')).toEqual({ quota: 70, rpm: 2, tpm: 18 })
      expect(await stat('token_name=home')).toEqual({ quota: 20, rpm: 1, tpm: 7 })
      expect(await stat(`end_timestamp=${TEST_NOW - 60}`)).toEqual({ quota: 10, rpm: 2, tpm: 18 })
      expect(await stat('username=bob', user, '/api/log/self/stat')).toEqual({ quota: 30, rpm: 1, tpm: 7 })
      expect(await stat('username=bob')).toEqual({ quota: 40, rpm: 1, tpm: 11 })
      expect(await stat('username=nobody')).toEqual({ quota: 0, rpm: 0, tpm: 0 })
    })

    test('loses the rows older than a given time, however many', async () => {
      const rows = Array.from({ length: 2500 }, (_, age) => ({ user_id: userId, type: 2, created_at: TEST_NOW - age }))
      await app.db.insertInto('logs').values(rows).execute()
      expect(await clear(app.db, TEST_NOW - 2000)).toBe(499)
      expect(await admin('DELETE', `/api/log/?target_timestamp=${TEST_NOW}`)).toMatchObject({ data: 2000 })
      expect((await list('type=2')).total).toBe(1)
      expect(await admin('DELETE', '/api/log/')).toMatchObject({ code: 'input_invalid', field: 'target_timestamp' })
    })

    test('being cleaned up loses whole seconds from the oldest, wherever it is interrupted', async () => {
      for (const second of [5, 1, 4, 2, 3]) {
        const rows = Array.from({ length: 100 }, () => ({ user_id: userId, created_at: second, type: 2 }))
        await app.db.insertInto('logs').values(rows).execute()
      }
      expect((await rejection(clear(interruptedAfter(app.db, 1), 6))).message).toContain('interrupted')
      const left = await app.db
        .selectFrom('logs')
        .select(({ fn }) => ['created_at', fn.countAll<number>().as('rows')])
        .groupBy('created_at')
        .orderBy('created_at')
        .execute()
      expect(left).toEqual([
        { created_at: 4, rows: 100 },
        { created_at: 5, rows: 100 },
      ])
    })
  })
}

/** Deletes older rows without waiting for a job. */
async function clear(db: AppContext['db'], before: number): Promise<number> {
  await askForCleanUp({ db, reports: db, before, now: TEST_NOW })
  const removeSome = (moment: number) => deleteOldestLogs(db, moment)
  return runCleanUps({ db, removeSome, now: () => TEST_NOW }, new AbortController().signal)
}

/** A database that fails at a deletion after this many. */
function interruptedAfter(db: AppContext['db'], deletions: number): AppContext['db'] {
  let left = deletions
  return new Proxy(db, {
    get(target, name) {
      if (name === 'deleteFrom' && left-- === 0) throw new Error('interrupted')
      const member = Reflect.get(target, name, target)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
}
