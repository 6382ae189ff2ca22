import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { USER_ID_HEADER, USER_STATUS } from '@tollgate/contract'
import { sql } from 'kysely'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { visitor } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { signInBrowser } from '../../../test/support/sign-in-browser.ts'
import { telegramAnswer } from '../../../test/support/telegram-widget.ts'
import { until } from '../../../test/support/until.ts'
import { startWechatHelper, type WechatHelper } from '../../../test/support/wechat-helper.ts'
import { makeRateLimiter } from '../../platform/http/rate-limit.ts'
import { SESSION_COOKIE, startSession } from '../../platform/sessions/store.ts'
import type { Db } from '../../platform/storage/db.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'
import { rememberCode } from '../registration/email-codes.ts'
import { markSetUp } from '../setup/store.ts'
import { insertUser, lockEmail } from '../users/store.ts'

const BOT_TOKEN = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw'

for (const { kind, open } of databases()) {
  describe(`codes and proofs of other sites on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let helper: WechatHelper
    let now = TEST_NOW
    let own: AppContext
    beforeAll(async () => {
      database = await open()
      helper = await startWechatHelper()
      app = own = await testApp(database, { now: () => now })
      await markSetUp(app.db, app.version, now)
      await set({ WeChatServerAddress: helper.url, WeChatServerToken: helper.token, WeChatAuthEnabled: true })
      await set({ TelegramBotToken: BOT_TOKEN, TelegramBotName: 'gate_bot', TelegramOAuthEnabled: true })
    })
    beforeEach(() => {
      app = { ...own, rateLimiter: makeRateLimiter(() => now) }
    })
    afterAll(() => Promise.all([database.close(), helper.stop()]))

    const set = async (options: Record<string, string | boolean>) => {
      for (const [key, value] of Object.entries(options)) await app.options.set(key, String(value))
    }
    const addUser = async (fields: Partial<Parameters<typeof insertUser>[1]> = {}) => {
      const username = crypto.randomUUID().slice(0, 10)
      return insertUser(app.db, { username, aff_code: username, created_at: now, ...fields })
    }
    const rowOf = (id: number) => app.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const anybody = () => signInBrowser(app, endpoints)
    /** A browser of a user, with the headers of our pages' scripts. */
    const signedIn = async (id: number) => {
      const session = await startSession(app.db, { userId: id, now, ip: '', userAgent: '' })
      const own = anybody()
      const cookie = () => `${SESSION_COOKIE}=${session}; ${own.cookies()}`
      return {
        byScript: (path: string) => own.get(path, { cookie: cookie(), [USER_ID_HEADER]: String(id) }),
        byRedirect: (path: string) => own.get(path, { cookie: cookie(), accept: 'text/html,*/*' }),
        state: async () => String((await own.get('/api/oauth/state', { cookie: cookie() })).data),
      }
    }
    let lastId = 5000
    const newId = () => ++lastId
    const query = (members: Record<string, string>) => new URLSearchParams(members)

    describe('WeChat', () => {
      const login = (code: string, headers = {}) => anybody().get(`/api/oauth/wechat?${query({ code })}`, headers)

      test('lets followers of the site’s account in with a code that works once', async () => {
        const code = helper.codeFor('follower-1')
        const first = await login(code)
        expect(first).toMatchObject({ success: true, data: { wechat_id: 'follower-1', role: 1 } })
        expect(await login(code)).toMatchObject({ code: 'code_wrong' })
        expect((await login(helper.codeFor('follower-1'))).data).toEqual({ ...(first.data as object) })
        expect(await login('')).toMatchObject({ code: 'code_empty' })
      })

      test('binds an identity, unless somebody else has it', async () => {
        const [ann, bob] = [await addUser(), await addUser()]
        const bind = async (id: number) =>
          (await signedIn(id)).byScript(`/api/oauth/wechat/bind?${query({ code: helper.codeFor('follower-2') })}`)
        expect(await bind(ann)).toMatchObject({ success: true, data: { id: ann, wechat_id: 'follower-2' } })
        expect(await bind(bob)).toMatchObject({ code: 'identity_taken' })
        expect((await rowOf(bob)).wechat_id).toBe('')
      })

      test('does not sign in a browser that a link on another site sent there', async () => {
        const code = helper.codeFor('stranger')
        expect(await login(code, { accept: 'text/html' })).toMatchObject({ code: 'sign_in_state_invalid' })
        expect(await login(code)).toMatchObject({ success: true })
      })

      test('that refuses our token is a failure, not a wrong code', async () => {
        await set({ WeChatServerToken: 'outdated' })
        expect(await login(helper.codeFor('x'))).toMatchObject({ code: 'sign_in_provider_failed' })
        await set({ WeChatServerToken: helper.token })
      })

      test('codes cannot be guessed by trying many', async () => {
        for (let guess = 0; guess < 20; guess++) await login(`guess${guess}`)
        expect(await login(helper.codeFor('follower-1'))).toMatchObject({ status: 429 })
      })
    })

    describe('Telegram', () => {
      const sign = (id: number, auth_date = now, token = BOT_TOKEN) =>
        telegramAnswer(token, { id, auth_date, first_name: 'Ann', username: 'ann' })
      const login = (answer: Record<string, string>, headers = {}) =>
        anybody().get(`/api/oauth/telegram/login?${query(answer)}`, headers)
      const forged = { success: false, code: 'sign_in_proof_invalid' }

      test('lets in people who have bound it, and creates nobody', async () => {
        const id = newId()
        expect(await login(sign(id))).toMatchObject({ code: 'identity_unknown' })
        const userId = await addUser({ telegram_id: String(id) })
        now++
        expect(await login(sign(id))).toMatchObject({ success: true, data: { id: userId } })
      })

      test('forged, changed, old, future and reused answers are refused', async () => {
        const id = newId()
        await addUser({ telegram_id: String(id) })
        const right = sign(id)
        const bad = [
          sign(id, now, 'another token'),
          sign(id, now, ''),
          { ...right, hash: '0'.repeat(64) },
          { ...right, hash: 'z'.repeat(64) },
          { ...right, id: String(newId()) },
          { ...right, username: 'bob' },
          { ...right, auth_date: String(now + 1) },
          { ...right, photo_url: 'https://x.example' },
          sign(id, now - 601),
          sign(id, now + 61),
        ]
        for (const answer of bad) expect(await login(answer)).toMatchObject(forged)
        const told = await Promise.all([
          login(right),
          login(right),
          login({ ...right, hash: right.hash?.toUpperCase() ?? '' }),
        ])
        expect(told.filter(({ success }) => success)).toHaveLength(1)
        expect(await login(right)).toMatchObject(forged)
        for (const broken of [{ ...right, hash: 'x' }, { ...right, id: '-1' }, { id: '1' }])
          expect(await login(broken as Record<string, string>)).toMatchObject({ code: 'input_invalid' })
      })

      test('answers are refused while there is no bot token, because anybody could sign them', async () => {
        const id = newId()
        await addUser({ telegram_id: String(id) })
        const get = (key: never) => (key === 'TelegramBotToken' ? '' : own.options.get(key))
        app = { ...app, options: { ...own.options, get } as unknown as AppContext['options'] }
        expect(await login(sign(id, now, ''))).toMatchObject(forged)
      })

      test('works once, for binding or for signing in', async () => {
        const [id, ann] = [newId(), await addUser()]
        const answer = sign(id)
        const someone = await signedIn(ann)
        expect(await someone.byScript(`/api/oauth/telegram/bind?${query(answer)}`)).toMatchObject({ message: 'bind' })
        expect(await login(answer)).toMatchObject(forged)
      })

      test('keeps banned people out', async () => {
        const id = newId()
        await addUser({ telegram_id: String(id), status: USER_STATUS.banned })
        expect(await login(sign(id))).toMatchObject({ code: 'sign_in_banned' })
      })

      test('signs in by a link only with a state of that browser', async () => {
        const id = newId()
        await addUser({ telegram_id: String(id) })
        const html = { accept: 'text/html' }
        expect(await login(sign(id), html)).toMatchObject({ code: 'sign_in_state_invalid' })
        const { state } = await anybody().begin()
        expect(await login({ ...sign(id), state }, html)).toMatchObject({ code: 'sign_in_state_invalid' })
        const own = anybody()
        const begun = await own.begin()
        const told = await own.get(`/api/oauth/telegram/login?${query({ ...sign(id), state: begun.state })}`, html)
        expect(told).toMatchObject({ success: true })
      })

      test('is bound by a redirected browser with its own state, which returns to the settings', async () => {
        const [id, ann] = [newId(), await addUser()]
        const someone = await signedIn(ann)
        const path = (state?: string) => `/api/oauth/telegram/bind?${query({ ...sign(id), ...(state && { state }) })}`
        expect(await someone.byRedirect(path())).toMatchObject({ status: 401, code: 'user_header_missing' })
        const foreign = await (await signedIn(await addUser())).state()
        expect(await someone.byRedirect(path(foreign))).toMatchObject({ code: 'sign_in_state_invalid' })
        expect(await someone.byRedirect(path((await anybody().begin()).state))).toMatchObject({
          code: 'sign_in_state_invalid',
        })
        expect((await rowOf(ann)).telegram_id).toBe('')
        expect(await someone.byRedirect(path(await someone.state()))).toMatchObject({
          status: 302,
          location: '/setting',
        })
        expect((await rowOf(ann)).telegram_id).toBe(String(id))
        expect(await anybody().get(path())).toMatchObject({ status: 401, code: 'session_missing' })
      })

      test('cannot be taken over by binding', async () => {
        const [id, thief] = [newId(), await addUser()]
        await addUser({ telegram_id: String(id) })
        const told = await (await signedIn(thief)).byScript(`/api/oauth/telegram/bind?${query(sign(id))}`)
        expect(told).toMatchObject({ code: 'identity_taken' })
      })
    })

    describe('an e-mail address', () => {
      const bind = async (id: number, email: string, code: string) =>
        (await signedIn(id)).byScript(`/api/oauth/email/bind?${query({ email, code })}`)
      const sent = async (id: number, email: string) => {
        const code = 'ABC234'
        await rememberCode(app.db, { purpose: `bind:${id}`, email, code, validSeconds: 180 }, app)
        return code
      }

      test('is bound with the code sent there for this user, once and in time', async () => {
        const [ann, bob] = [await addUser(), await addUser()]
        const email = `mail${newId()}@mail.example`
        const code = await sent(ann, email)
        expect(await bind(bob, email, code)).toMatchObject({ code: 'code_wrong', field: 'code' })
        expect(await bind(ann, `other-${email}`, code)).toMatchObject({ code: 'code_wrong' })
        expect(await bind(ann, email, code)).toMatchObject({ success: true, data: { id: ann, email } })
        expect(await bind(ann, email, code)).toMatchObject({ code: 'code_wrong' })
        const late = await sent(ann, email)
        now += 180
        expect(await bind(ann, email, late)).toMatchObject({ code: 'code_wrong' })
      })

      test('goes to one of several users who bind it concurrently', async () => {
        const email = `mail${newId()}@mail.example`
        const users = [await addUser(), await addUser(), await addUser()]
        for (const id of users) await sent(id, email)
        const told = await Promise.all(users.map(id => bind(id, email, 'ABC234')))
        expect(told.filter(({ success }) => success)).toHaveLength(1)
        expect(told.filter(({ code }) => code === 'email_taken')).toHaveLength(2)
      })

      test('goes to one of those who concurrently bind it and register with it', async () => {
        await set({ RegisterEnabled: true, PasswordRegisterEnabled: true, EmailVerificationEnabled: true })
        const [email, code] = [`mail${newId()}@mail.example`, 'ABC234']
        await rememberCode(app.db, { purpose: 'register', email, code, validSeconds: 180 }, app)
        const username = crypto.randomUUID().slice(0, 10)
        const form = { username, password: 'correct horse', email, verification_code: code }
        const registering = await app.db.transaction().execute(async db => {
          await lockEmail(db, email)
          await insertUser(db, { username: `a-${username}`, aff_code: username, created_at: now, email })
          const answer = visitor(app, endpoints)('POST', '/api/user/register', { body: form })
          if (kind === 'postgres') await until(() => waitingForNames(db), Boolean)
          return { answer }
        })
        expect(await registering.answer).toMatchObject({ code: 'email_taken' })
      })

      test('is checked like any other', async () => {
        const ann = await addUser()
        expect(await bind(ann, '', 'x')).toMatchObject({ code: 'email_empty' })
        expect(await bind(ann, 'x', 'x')).toMatchObject({ code: 'email_invalid' })
        expect(await bind(ann, 'a@b.example', '')).toMatchObject({ code: 'code_empty' })
      })
    })
  })
}

async function waitingForNames(db: Db): Promise<boolean> {
  const waiting = sql<{ count: number }>`select count(*) from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`
  const { rows } = await waiting.execute(db)
  return Number(rows[0]?.count) > 0
}
