import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { USER_ID_HEADER } from '@tollgate/contract'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { type Answered, visitor } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { startTicket, tryTicket } from '../../platform/sessions/tickets.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'
import { markSetUp } from '../setup/store.ts'
import { hashPassword } from '../users/password.ts'
import { insertUser } from '../users/store.ts'

for (const { kind, open } of databases()) {
  describe(`consent to the site’s rules on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let now = TEST_NOW
    let password: string
    let username: string
    let userId: number
    beforeAll(async () => {
      database = await open()
      app = await testApp(database, { now: () => now })
      await markSetUp(app.db, app.version, now)
      password = await hashPassword('correct horse')
    })
    beforeEach(async () => {
      now = TEST_NOW
      username = crypto.randomUUID().slice(0, 8)
      userId = await insertUser(app.db, { username, password, aff_code: username, created_at: now })
      await setRules('Be kind')
      await app.options.set('ChangedRulesAskedAgain', 'true')
    })
    afterAll(() => database.close())

    const setRules = (text: string) => app.options.set('UserAgreement', text)
    const anybody: ReturnType<typeof visitor> = (...call) => visitor(app, endpoints)(...call)
    const login = () => anybody('POST', '/api/user/login', { body: { username, password: 'correct horse' } })
    const cookieOf = ({ setCookie = '' }: Answered) => /tollgate_\w+=[\w-]+/.exec(setCookie)?.[0] ?? ''
    const agree = (cookie: string, agreed: unknown = true) =>
      anybody('POST', '/api/user/login/agreement', { body: { agreed }, headers: { cookie } })
    const self = (cookie: string) =>
      anybody('GET', '/api/user/self', { headers: { cookie, [USER_ID_HEADER]: String(userId) } })
    const stored = () =>
      app.db.selectFrom('users').select(['agreed_at', 'agreed_to']).where('id', '=', userId).executeTakeFirstOrThrow()

    test('is asked at the first sign-in, which without it starts no session', async () => {
      const first = await login()
      expect(first).toMatchObject({ success: false, code: 'agreement_outstanding' })
      expect(first.setCookie).not.toContain('tollgate_session')
      expect((await self(cookieOf(first))).status).toBe(401)
      for (const agreed of [false, 'true', null])
        expect(await agree(cookieOf(first), agreed)).toMatchObject({ code: 'input_invalid' })
      expect(await stored()).toEqual({ agreed_at: 0, agreed_to: '' })
      now += 60
      const answer = await agree(cookieOf(first))
      expect(answer).toMatchObject({ success: true, data: { id: userId } })
      expect(await stored()).toEqual({ agreed_at: now, agreed_to: expect.stringMatching(/^[0-9a-f]{64}$/) })
      const session = /tollgate_session=[\w-]+/.exec(answer.setCookie ?? '')?.[0] ?? ''
      expect((await self(session)).status).toBe(200)
      expect(await agree(cookieOf(first))).toMatchObject({ code: 'agreement_late' })
      expect(await login()).toMatchObject({ success: true })
    })

    test('is asked again after a change, unless the operator does not want that', async () => {
      await agree(cookieOf(await login()))
      const { agreed_to } = await stored()
      await setRules('Be very kind')
      await app.options.set('ChangedRulesAskedAgain', 'false')
      expect(await login()).toMatchObject({ success: true })
      await app.options.set('ChangedRulesAskedAgain', 'true')
      const again = await login()
      expect(again).toMatchObject({ code: 'agreement_outstanding' })
      await agree(cookieOf(again))
      expect((await stored()).agreed_to).not.toBe(agreed_to)
      expect(await login()).toMatchObject({ success: true })
      await setRules('')
      expect(await login()).toMatchObject({ success: true })
    })

    test('replaces no second factor, and a second factor no consent', async () => {
      const request = new Request('http://tollgate.test/')
      const cookie = cookieOf({ setCookie: await startTicket(app.db, userId, now, request) } as Answered)
      expect(await agree(cookie)).toMatchObject({ code: 'agreement_late' })
      expect(await stored()).toMatchObject({ agreed_at: 0 })
      const withCookie = new Request('http://tollgate.test/', { headers: { cookie: cookieOf(await login()) } })
      expect(await tryTicket(app.db, withCookie, now)).toBeUndefined()
      expect(await tryTicket(app.db, withCookie, now, 'agreement')).toMatchObject({ userId })
    })

    test('expires with its ticket', async () => {
      const cookie = cookieOf(await login())
      now += 3600
      expect(await agree(cookie)).toMatchObject({ code: 'agreement_late' })
    })
  })
}
