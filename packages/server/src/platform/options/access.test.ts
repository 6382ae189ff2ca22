import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Call, calls, type OptionKey, optionKeys, optionLines, ROLE, USER_ID_HEADER } from '@tollgate/contract'
import fc from 'fast-check'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { type ConsoleClient, visitor } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { markSetUp } from '../../people/setup/store.ts'
import { insertUser } from '../../people/users/store.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'
import { makeRateLimiter } from '../http/rate-limit.ts'
import { SESSION_COOKIE, startSession } from '../sessions/store.ts'

const HOUR = 3600
const PAGE = 'https://page.example/'
const TEXTS: Record<string, string> = { switch: 'true', number: '3', json: '{"default":2}', list: 'a.example' }
/** A value other than the option's default, if its control accepts one. */
const anotherText = (key: OptionKey): string => {
  const { control, default: standard, choices } = optionLines[key]
  if (control === 'switch') return String(standard !== true)
  return choices?.at(-1) ?? TEXTS[control] ?? PAGE
}
/** The error codes that refuse a signed-in user of a role. */
const REFUSALS = new Set(['option_needs_root', 'confirmation_needed', 'confirmation_needs_session', 'role_too_low'])

test('options that grant access or create money belong to the super admin', () => {
  const of = (access: string) => optionKeys.filter(key => (optionLines[key].access ?? 'admin') === access)
  expect(of('root-for-pages').sort()).toEqual([
    'About',
    'Footer',
    'HomePageContent',
    'Notice',
    'PrivacyPolicy',
    'UserAgreement',
  ])
  const inTabs = new Set(of('root').map(key => `${optionLines[key].tab}/${optionLines[key].section}`))
  expect([...inTabs].sort()).toEqual([
    'operation/chats',
    'operation/general',
    'operation/logs',
    'operation/monitoring',
    'operation/quota',
    'overview/api-info',
    'overview/menu',
    'overview/uptime-kuma',
    'system/general',
    'system/github',
    'system/invoice',
    'system/linuxdo',
    'system/login',
    'system/oidc',
    'system/oidc-providers',
    'system/payment',
    'system/smtp',
    'system/stripe',
    'system/telegram',
    'system/turnstile',
    'system/wechat',
    'system/worker',
  ])
  // The rest of the tab decides who may register, and gives nobody access to an existing account. It takes the right to
  // balances, because newcomers may get quota.
  const ofAdmins = of('admin').filter(key => optionLines[key].tab === 'system')
  expect([...new Set(ofAdmins.map(key => optionLines[key].right))]).toEqual(['users.balances'])
  expect(ofAdmins).toEqual([
    'PasswordRegisterEnabled',
    'RegisterEnabled',
    'EmailVerificationEnabled',
    'EmailDomainRestrictionEnabled',
    'EmailAliasRestrictionEnabled',
    'EmailDomainWhitelist',
  ])
  expect(of('root').filter(key => optionLines[key].tab === 'operation')).toEqual([
    'TopUpLink',
    'QuotaPerUnit',
    'archive_setting.place',
    'archive_setting.s3_region',
    'archive_setting.s3_access_key_id',
    'archive_setting.s3_secret',
    'mirror_setting.enabled',
    'Chats',
    'ChatLink',
    'ChatLink2',
  ])
})

for (const { kind, open } of databases()) {
  describe(`access to options on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    const now = TEST_NOW
    beforeAll(async () => {
      database = await open()
      app = await testApp(database, { now: () => now })
      await markSetUp(app.db, app.version, now)
    })
    afterAll(() => database.close())

    async function person(role: keyof typeof ROLE, way: 'confirmed' | 'unconfirmed' | 'access token') {
      const name = crypto.randomUUID().slice(0, 8)
      const access_token = app.secrets.fingerprint(name)
      const fields = { username: name, role: ROLE[role], aff_code: name, access_token, created_at: now }
      const id = await insertUser(app.db, fields)
      const signedInAt = way === 'confirmed' ? now : now - HOUR
      const session = await startSession(app.db, { userId: id, now: signedInAt, ip: '192.0.2.1', userAgent: 'test' })
      const identity: Record<string, string> =
        way === 'access token' ? { authorization: name } : { cookie: `${SESSION_COOKIE}=${session}` }
      const client = visitor({ ...app, rateLimiter: makeRateLimiter(() => now) }, endpoints, {
        ...identity,
        [USER_ID_HEADER]: String(id),
      })
      return { id, name, client }
    }
    const update = (client: ConsoleClient, key: string, value: string) =>
      client('PUT', calls.options.update.path, { body: { key, value } })
    const stored = () =>
      database.storage.db.selectFrom('options').select(['key', 'value', 'changed_by']).orderBy('key').execute()

    const WRITERS = [
      ['user', 'confirmed', () => 'role_too_low'],
      ['admin', 'confirmed', key => (optionLines[key].access ? 'option_needs_root' : '')],
      ['admin', 'access token', key => (optionLines[key].access ? 'option_needs_root' : '')],
      ['root', 'unconfirmed', key => (optionLines[key].access ? 'confirmation_needed' : '')],
      ['root', 'access token', key => (optionLines[key].access ? 'confirmation_needs_session' : '')],
      ['root', 'confirmed', () => ''],
    ] as const satisfies [keyof typeof ROLE, string, (key: OptionKey) => string][]

    test.each(WRITERS)('by a %s, %s, follows the table for every option', async (role, way, refusal) => {
      const { client } = await person(role, way)
      let before: Awaited<ReturnType<typeof stored>> | undefined
      for (const key of optionKeys) {
        before = refusal(key) === '' ? undefined : (before ?? (await stored()))
        const { code = '' } = await update(client, key, anotherText(key))
        expect([key, REFUSALS.has(code) ? code : '']).toEqual([key, refusal(key)])
        if (before) expect(await stored()).toEqual(before)
        // Some options lock out the callers that come next.
        else await app.options.set(key, optionLines[key].write(optionLines[key].default))
      }
    })

    test('is also required for every other way to write them', async () => {
      const guarded = optionKeys.filter(key => optionLines[key].access === 'root')
      const body = Object.fromEntries(guarded.map(key => [key, anotherText(key)]))
      const { client } = await person('admin', 'confirmed')
      const before = (await stored()).filter(({ key }) => guarded.includes(key as OptionKey))
      const others = endpoints
        .map(({ call }): Call => call)
        .filter(call => call.access !== 'root' && call.path !== calls.options.update.path)
      for (const { method, path } of others.filter(({ method }) => method !== 'GET'))
        await client(method, path.replace(/\{\w+\}/g, '999999'), {
          body: { ...body, options: body, key: 'EpayKey', value: 'x' },
        })
      expect((await stored()).filter(({ key }) => guarded.includes(key as OptionKey))).toEqual(before)
    })

    test('to a text is open to every administrator until the text is a page’s address', async () => {
      const { client } = await person('admin', 'confirmed')
      const root = (await person('root', 'confirmed')).client
      const text = fc.oneof(
        fc.string({ maxLength: 12 }),
        fc.constantFrom('# Home', `see ${PAGE}`, 'HTTPS://page.example', `[a](${PAGE})`),
      )
      const address = fc
        .tuple(
          fc.constantFrom('', ' ', '\n', '\t '),
          fc.webUrl({ validSchemes: ['http', 'https'] }),
          fc.constantFrom('', '\n'),
        )
        .map(parts => parts.join(''))
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom('About', 'HomePageContent', 'Notice', 'Footer'),
          text,
          address,
          async (key, words, page) => {
            await update(root, key, '')
            fc.pre(!words.includes('\0') && !/^https?:/.test(words.trim()))
            expect(await update(client, key, words)).toMatchObject({ success: true })
            expect(await update(client, key, page)).toMatchObject({
              status: 403,
              code: 'option_needs_root',
              field: key,
            })
            expect(await update(root, key, page)).toMatchObject({ success: true })
            expect(await update(client, key, words)).toMatchObject({ status: 403, code: 'option_needs_root' })
          },
        ),
        { seed: 25, numRuns: 30 },
      )
    })

    test('lets nobody guess a secret they may not set', async () => {
      const same = async (role: 'admin' | 'root', key: string) => {
        const { client } = await person(role, 'access token')
        const { success, code, data } = await client('POST', '/api/option/same', { body: { key, secret: 'x' } })
        return success ? data : code
      }
      expect([
        await same('admin', 'EpayKey'),
        await same('admin', 'MetricsToken'),
        await same('root', 'EpayKey'),
      ]).toEqual(['option_needs_root', expect.any(Boolean), expect.any(Boolean)])
    })

    test('to the super admin’s options leaves a line in the audit trail', async () => {
      const { client, id, name } = await person('root', 'confirmed')
      await update(client, 'SMTPServer', 'mail.example')
      await update(client, 'EpayKey', 'a new key')
      const rows = await app.db
        .selectFrom('logs')
        .select(['code', 'content'])
        .where('user_id', '=', id)
        .orderBy('id')
        .execute()
      expect(rows).toEqual([
        {
          code: 'option_changed',
          content: `${name} changed the option SMTPServer from empty to mail.example`,
        },
        { code: 'secret_option_changed', content: `${name} changed the secret option EpayKey` },
      ])
      const row = (await stored()).find(({ key }) => key === 'EpayKey')
      expect(row).toMatchObject({ changed_by: id })
    })
  })
}
