import { afterAll, beforeAll, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import {
  ACT_KINDS,
  LANGUAGES,
  type Language,
  LOG_TYPE,
  type Log,
  type LogOther,
  type Page,
  USER_ID_HEADER,
} from '@tollgate/contract'
import { TEST_NOW, testApp } from '../../../../test/support/app.ts'
import { type ConsoleClient, signedIn, visitor } from '../../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../../test/support/databases.ts'
import { until } from '../../../../test/support/until.ts'
import { markSetUp } from '../../../people/setup/store.ts'
import { insertUser } from '../../../people/users/store.ts'
import { makeRateLimiter } from '../../../platform/http/rate-limit.ts'
import { endpoints } from '../../../start/app.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { insertLog } from '../store.ts'
import { cutToDifference } from './describe-changes.ts'

const SECRET = 'canary-7d1f'
const IP = '192.0.2.44'

for (const { kind, open } of databases()) {
  describe(`the audit trail on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let root: ConsoleClient
    let user: ConsoleClient
    let now = TEST_NOW
    let rootName: string
    beforeAll(async () => {
      database = await open()
      app = await testApp(database, { now: () => now })
      await markSetUp(app.db, app.version, now)
      const anywhere = await signedIn(app, endpoints, 'root')
      root = (method, path, sent) => anywhere(method, path, { ip: IP, ...sent })
      user = await signedIn(app, endpoints, 'user')
      rootName = ((await root('GET', '/api/user/self')).data as { username: string }).username
    })
    beforeEach(async () => {
      app.rateLimiter = makeRateLimiter(() => now)
      await app.db.deleteFrom('logs').execute()
    })
    afterAll(() => database.close())

    const rows = async (query = '', client = root, path = '/api/log/') =>
      ((await client('GET', `${path}?page_size=100&${query}`)).data as Page<Log>).items
    const told = async (query = '') =>
      (await rows(query)).map(({ content }) => content.replaceAll(rootName, 'ROOT')).reverse()
    const done = async (method: string, path: string, body: unknown = {}) => {
      const answer = await root(method, path, { body })
      expect(answer).toMatchObject({ success: true })
      return answer.data as never
    }
    const makeUser = (name: string, fields = {}) =>
      insertUser(app.db, { username: name, aff_code: name, created_at: now, ...fields })

    test('describes changes in the reader’s words: switches, amounts, states, fields', async () => {
      await done('PUT', '/api/option/', { key: 'RegisterEnabled', value: 'false' })
      await done('PUT', '/api/option/', { key: 'QuotaForNewUser', value: '500000' })
      const [{ id }] = (await done('POST', '/api/channel/', { type: 1, name: 'one', key: 'k', models: 'a' })) as [
        { id: number },
      ]
      await done('PUT', '/api/channel/', { id, status: 2, auto_ban: 0, tag: 'night' })
      const inWords = async (language: Language) =>
        ((await root('GET', '/api/log/?page_size=4', { language })).data as Page<Log>).items
          .map(({ content }) => content.replaceAll(rootName, 'ROOT'))
          .filter(content => !content.includes('added') && !content.includes('добавлен'))
          .reverse()
      expect(await inWords('en')).toEqual([
        'ROOT changed the option RegisterEnabled from on to off',
        'ROOT changed the option QuotaForNewUser from $0.00 to $1.00',
        `ROOT changed channel ${id} (one): state: enabled → disabled; tag: empty → night; disable automatically: on → off`,
      ])
      expect((await inWords('ru')).at(-1)).toContain(
        'состояние: включено → отключено; метка: пусто → night; отключать автоматически: вкл. → выкл.',
      )
    })

    test('names a channel’s type, and the choices of options in words', async () => {
      const [{ id }] = (await done('POST', '/api/channel/', { type: 1, name: 'one', key: 'k', models: 'a' })) as [
        { id: number },
      ]
      await done('PUT', '/api/channel/', { id, type: 14 })
      await done('PUT', '/api/option/', { key: 'DataExportDefaultTime', value: 'week' })
      const newest = async (language: Language) =>
        ((await root('GET', '/api/log/?page_size=2', { language })).data as Page<Log>).items.map(({ content }) =>
          content.replaceAll(rootName, 'ROOT'),
        )
      expect(await newest('en')).toEqual([
        'ROOT changed the option DataExportDefaultTime from by hour to by week',
        `ROOT changed channel ${id} (one): type: OpenAI → Anthropic Claude`,
      ])
      expect((await newest('zh'))[0]).toContain('按小时')
    })

    test('describes options by old and new value, and secrets only as changed', async () => {
      await done('PUT', '/api/option/', { key: 'SystemName', value: 'Gate' })
      await done('PUT', '/api/option/', { key: 'SystemName', value: 'Gate' })
      await done('PUT', '/api/option/', { key: 'SMTPToken', value: SECRET })
      await done('POST', '/api/option/rest_model_ratio')
      expect(await root('PUT', '/api/option/', { body: { key: 'QuotaPerUnit', value: 'much' } })).toMatchObject({
        success: false,
      })
      expect(await told('act=options')).toEqual([
        'ROOT changed the option SystemName from Tollgate to Gate',
        'ROOT changed the secret option SMTPToken',
        'ROOT reset the model ratios to their defaults',
      ])
    })

    test('describes channels by their changes, and possible secrets only as changed', async () => {
      const body = {
        type: 1,
        name: 'main',
        key: SECRET,
        models: 'a',
        base_url: `https://u:${SECRET}@up.example/v1?key=${SECRET}`,
      }
      const [{ id }] = (await done('POST', '/api/channel/', body)) as [{ id: number }]
      const setting = `{"proxy":"http://u:${SECRET}@proxy.example"}`
      const param_override = `{"api_key":"${SECRET}"}`
      const base_url = `https://v:${SECRET}@other.example/v2?key=${SECRET}`
      await done('PUT', '/api/channel/', {
        id,
        models: 'a,b',
        priority: 5,
        key: `new${SECRET}`,
        setting,
        param_override,
        base_url,
      })
      await done('PUT', '/api/channel/', { id, models: 'a,b' })
      await done('POST', `/api/channel/${id}/key`)
      await done('DELETE', `/api/channel/${id}`)
      expect(await root('DELETE', `/api/channel/${id}`)).toMatchObject({ success: false })
      expect(await told('act=channels')).toEqual([
        `ROOT added channel ${id} (main)`,
        `ROOT changed channel ${id} (main): key; API address: https://up.example/v1 → https://other.example/v2; models: a → a,b; priority: 0 → 5; channel settings; parameter override`,
        `ROOT revealed the key of channel ${id} (main)`,
        `ROOT deleted channel ${id} (main)`,
      ])
    })

    test('describes users, and a balance to its owner too', async () => {
      const { id } = (await done('POST', '/api/user/', { username: 'zoe', password: `pass-${SECRET}` })) as {
        id: number
      }
      await done('PUT', '/api/user/', { id, display_name: 'Zoe Z', password: `word-${SECRET}` })
      for (const action of ['promote', 'demote', 'disable', 'enable', 'delete'])
        await done('POST', '/api/user/manage', { id, action })
      expect(await told('act=users')).toEqual([
        `ROOT added user ${id} (zoe)`,
        `ROOT changed user ${id} (zoe): display name: zoe → Zoe Z; password`,
        `ROOT made user ${id} (zoe) an administrator`,
        `ROOT made administrator ${id} (zoe) an ordinary user`,
        `ROOT disabled user ${id} (zoe)`,
        `ROOT enabled user ${id} (zoe)`,
        `ROOT cancelled user ${id} (zoe)`,
      ])
      const own = ((await user('GET', '/api/user/self')).data as { id: number }).id
      await done('POST', `/api/user/${own}/quota`, { mode: 'add', value: 500_000 })
      const [seen] = await rows('', user, '/api/log/self')
      expect(seen?.content.replace(rootName, 'ROOT')).toBe('ROOT changed the balance from $0.00 to $1.00')
      expect(seen?.other).not.toContain(IP)
    })

    test('describes redemption codes, jobs and the log itself', async () => {
      await done('POST', '/api/redemption/', { name: 'spring', quota: 500_000, count: 2 })
      const [{ id }] = (await app.db.selectFrom('redemptions').select('id').orderBy('id').execute()) as [{ id: number }]
      await done('PUT', '/api/redemption/?status_only=true', { id, status: 2 })
      await done('PUT', '/api/redemption/', { id, name: 'summer', quota: 500_000 })
      await done('DELETE', `/api/redemption/${id}`)
      await done('POST', '/api/jobs/expired-sessions/run')
      await insertLog(app.db, { type: 2, user_id: 1, created_at: 5 })
      await done('DELETE', '/api/log/?target_timestamp=10')
      expect(await told()).toEqual([
        'ROOT made 2 redemption codes of $1.00 each',
        `ROOT changed redemption code ${id} (spring): state: unused → disabled`,
        `ROOT changed redemption code ${id} (summer): name: spring → summer`,
        `ROOT deleted redemption code ${id} (summer)`,
        'ROOT ran the job expired-sessions by hand',
        'ROOT deleted 1 log rows from before 1970-01-01T00:00:10.000Z',
      ])
      const counts = await Promise.all(ACT_KINDS.map(async act => [act, (await rows(`act=${act}`)).length]))
      expect(Object.fromEntries(counts)).toEqual({
        options: 0,
        channels: 0,
        users: 0,
        redemptions: 4,
        plans: 0,
        log: 1,
        jobs: 1,
        'sign-ins': 0,
      })
    })

    test('says who acted and from where, to administrators, in each reader’s language, without any secret', async () => {
      await done('PUT', '/api/option/', { key: 'SMTPToken', value: `x${SECRET}` })
      const [row] = await rows()
      expect(row).toMatchObject({ type: LOG_TYPE.manage, username: rootName })
      expect((JSON.parse(row?.other ?? '') as LogOther).admin_info?.ip).toBe(IP)
      const inLanguages = await Promise.all(
        LANGUAGES.map(
          async language => ((await root('GET', '/api/log/', { language })).data as Page<Log>).items[0]?.content,
        ),
      )
      expect(inLanguages.map(content => content?.replace(rootName, 'ROOT'))).toEqual([
        'ROOT 修改了机密选项 SMTPToken',
        'ROOT changed the secret option SMTPToken',
        'ROOT: изменена секретная настройка SMTPToken',
      ])
      expect(JSON.stringify(await app.db.selectFrom('logs').selectAll().execute())).not.toContain(SECRET)
    })

    test('cannot be filtered by users, who see no acts of others', async () => {
      await done('PUT', '/api/option/', { key: 'SystemName', value: 'Other' })
      expect(await rows('act=options', user, '/api/log/self')).toEqual([])
    })

    describe('of sign-ins', () => {
      const login = (username: string, password: string, ip = IP) =>
        visitor(app, endpoints)('POST', '/api/user/login', {
          body: { username, password },
          ip,
          headers: { 'user-agent': 'Firefox' },
        })
      // Hashing is deliberately slow; this tests only what is logged.
      let verify: { mockRestore(): void }
      beforeAll(async () => {
        verify = spyOn(Bun.password, 'verify').mockImplementation(async password => password === 'correct horse')
        await makeUser('eve', { password: 'hash' })
      })
      afterAll(() => verify.mockRestore())

      test('has each successful one, for its user and for administrators', async () => {
        const { data, setCookie = '' } = await login('eve', 'correct horse')
        const [row] = await rows('act=sign-ins')
        expect(row).toMatchObject({ type: LOG_TYPE.system, username: 'eve', content: `eve signed in from ${IP}` })
        expect(JSON.parse(row?.other ?? '').admin_info).toEqual({ ip: IP, user_agent: 'Firefox' })
        const headers = { cookie: setCookie.split(';')[0] ?? '', [USER_ID_HEADER]: String((data as { id: number }).id) }
        const own = (await visitor(app, endpoints, headers)('GET', '/api/log/self')).data as Page<Log>
        expect(own.items.map(({ content }) => content)).toEqual([`eve signed in from ${IP}`])
        expect(own.items[0]?.other).not.toContain('admin_info')
      })

      test('has one line for a burst of failures, and none for the account’s owner', async () => {
        for (let guess = 0; guess < 25; guess++) await login('eve', SECRET, `198.51.100.${guess}`)
        const found = await until(rows, all => all.length > 0)
        expect(found.map(({ content, user_id }) => [user_id, content])).toEqual([
          [0, 'Signing in as eve failed 10 times within 10 minutes, most recently from 198.51.100.9'],
        ])
        now += 3601
        for (let guess = 0; guess < 10; guess++) await login('eve', SECRET, `198.51.100.${guess}`)
        await until(rows, all => all.length === 2)
      })

      test('has no line for a few failures, and never the name that was typed', async () => {
        for (let guess = 0; guess < 9; guess++) await login('eve', 'wrong', `203.0.113.${guess}`)
        for (let guess = 0; guess < 60; guess++) await login(`${SECRET}${guess}`, 'wrong', `203.0.113.${guess}`)
        const found = await until(rows, all => all.length > 0)
        expect(found.map(({ content }) => content)).toEqual([
          'Signing in with unknown names failed 50 times within 10 minutes, most recently from 203.0.113.49',
        ])
      })
    })
  })
}

test('two long texts are cut where they start to differ', () => {
  const long = 'x'.repeat(5000)
  const { before, after } = cutToDifference(`${long}old${long}`, `${long}new${long}`)
  expect([before, after]).toEqual([
    `…${'x'.repeat(20)}old${'x'.repeat(97)}…`,
    `…${'x'.repeat(20)}new${'x'.repeat(97)}…`,
  ])
  expect(cutToDifference('', 'on')).toEqual({ before: { word: 'empty' }, after: 'on' })
})
