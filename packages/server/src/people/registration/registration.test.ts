import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { ROLE, USER_STATUS, type User } from '@tollgate/contract'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { type ConsoleClient, signedIn, visitor } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { MAILBOX, type MailServer, startMailServer } from '../../../test/support/mail-server.ts'
import { startTurnstile, type TurnstileService } from '../../../test/support/turnstile.ts'
import { until } from '../../../test/support/until.ts'
import { audit } from '../../money/ledger/audit.ts'
import { makeRateLimiter } from '../../platform/http/rate-limit.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'
import { markSetUp } from '../setup/store.ts'
import { findUserByNameOrEmail, insertUser } from '../users/store.ts'

const PASSWORD = 'correct horse'

for (const { kind, open } of databases()) {
  describe(`registration on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let mail: MailServer
    let turnstile: TurnstileService
    let now = TEST_NOW
    beforeAll(async () => {
      database = await open()
      mail = await startMailServer()
      turnstile = await startTurnstile()
      app = await testApp(database, { now: () => now })
      await markSetUp(app.db, app.version, now)
      await set({ SMTPServer: '127.0.0.1', SMTPPort: mail.port, SMTPFrom: 'gate@site.example' })
      await set({ SMTPAccount: MAILBOX.user, SMTPToken: MAILBOX.password })
    })
    beforeEach(async () => {
      mail.mails.length = 0
      app = { ...app, rateLimiter: makeRateLimiter(() => now) }
      await set({ RegisterEnabled: true, PasswordRegisterEnabled: true, EmailVerificationEnabled: false })
      await set({ ServerAddress: 'https://site.example', TurnstileCheckEnabled: false })
    })
    afterAll(async () => {
      expect(await audit(database.storage, now)).toEqual([])
      await Promise.all([database.close(), mail.stop(), turnstile.stop()])
    })

    const set = async (options: Record<string, string | number | boolean>) => {
      for (const [key, value] of Object.entries(options)) await app.options.set(key, String(value))
    }
    const anybody: ConsoleClient = (...call) => visitor(app, endpoints)(...call)
    const newName = () => crypto.randomUUID().slice(0, 10)
    const register = (body: object, ip?: string) =>
      anybody('POST', '/api/user/register', { body: { password: PASSWORD, ...body }, ip })
    const askForCode = (email: string, ip?: string) =>
      anybody('GET', `/api/verification?email=${encodeURIComponent(email)}`, { ip })
    const askForReset = (email: string, sent?: Parameters<ConsoleClient>[2]) =>
      anybody('GET', `/api/reset_password?email=${encodeURIComponent(email)}`, sent)
    const login = (username: string, password: string) =>
      anybody('POST', '/api/user/login', { body: { username, password } })
    const found = (name: string) => findUserByNameOrEmail(app.db, name)
    const codeIn = (text = '') => /code for .* is ([0-9A-Z]{6})\./.exec(text)?.[1] ?? ''
    const mails = (count: number) =>
      until(
        async () => mail.mails.length,
        length => length === count,
      )
    const registerWithMail = async (email = `${newName()}@mail.example`) => {
      await set({ EmailVerificationEnabled: true })
      const username = newName()
      await askForCode(email)
      const verification_code = codeIn(mail.mails.at(-1)?.text)
      expect(await register({ username, email, verification_code })).toMatchObject({ success: true })
      return { username, email, verification_code }
    }

    test('creates an account that can sign in, and ignores every other field', async () => {
      const username = newName()
      const body = { username, password2: PASSWORD, role: 100, quota: 5, group: 'vip', status: 3, email: 'a@b.example' }
      expect(await register(body)).toMatchObject({ success: true, data: null })
      expect(await found(username)).toMatchObject({
        role: ROLE.user,
        status: USER_STATUS.enabled,
        quota: 0,
        group: 'default',
        email: '',
      })
      expect(await login(username, PASSWORD)).toMatchObject({ success: true })
    })

    test('reports what is wrong with each field', async () => {
      const refusals = [
        [{ username: '' }, 'user_fields_empty', 'username'],
        [{ username: newName(), password: 'short' }, 'password_short', 'password'],
        [{ username: newName(), password2: 'another one' }, 'passwords_differ', 'password2'],
        [{ username: 'x'.repeat(13) }, 'username_too_long', 'username'],
      ] as const
      for (const [body, code, field] of refusals) expect(await register(body)).toMatchObject({ code, field })
    })

    test('is closed by its two switches', async () => {
      await set({ PasswordRegisterEnabled: false })
      expect(await register({ username: newName() })).toMatchObject({ code: 'password_register_disabled' })
      await set({ RegisterEnabled: false })
      expect(await register({ username: newName() })).toMatchObject({ code: 'register_disabled' })
      expect(await askForCode('a@b.example')).toMatchObject({ code: 'register_disabled' })
    })

    test('requires consent to the site’s rules, if any, and records when and to which text it was given', async () => {
      const free = newName()
      await register({ username: free })
      expect(await found(free)).toMatchObject({ agreed_at: 0, agreed_to: '' })
      const digests: string[] = []
      for (const rules of [
        { UserAgreement: 'Be kind', PrivacyPolicy: '' },
        { UserAgreement: '', PrivacyPolicy: 'We keep nothing' },
      ]) {
        await set(rules)
        const username = newName()
        for (const agreed of [undefined, false])
          expect(await register({ username, agreed })).toMatchObject({ code: 'agreement_needed', field: 'agreed' })
        for (const agreed of ['true', 1, null])
          expect(await register({ username, agreed })).toMatchObject({ code: 'input_invalid' })
        expect(await found(username)).toBeUndefined()
        expect(await register({ username, agreed: true })).toMatchObject({ success: true })
        expect(await found(username)).toMatchObject({
          agreed_at: now,
          agreed_to: expect.stringMatching(/^[0-9a-f]{64}$/),
        })
        digests.push((await found(username))?.agreed_to ?? '')
      }
      expect(new Set(digests).size).toBe(2)
      await set({ PrivacyPolicy: '' })
    })

    test('credits the new user and the inviter', async () => {
      await set({ QuotaForNewUser: 100, QuotaForInvitee: 20, QuotaForInviter: 3 })
      const inviter = await signedIn(app, endpoints, 'user')
      const { id, aff_code } = (await inviter('GET', '/api/user/self')).data as User
      const username = newName()
      await register({ username, aff_code })
      expect(await found(username)).toMatchObject({ quota: 120, inviter_id: id })
      expect((await inviter('GET', '/api/user/self')).data).toMatchObject({ aff_count: 1, aff_quota: 3 })
      const stranger = newName()
      await register({ username: stranger, aff_code: 'nobody’s' })
      expect(await found(stranger)).toMatchObject({ quota: 100, inviter_id: 0 })
    })

    test('verifies an address with a code that works once, in time, and for that address', async () => {
      await set({ EmailVerificationEnabled: true })
      const email = `${newName()}@mail.example`
      expect(await register({ username: newName(), email })).toMatchObject({ code: 'code_empty' })
      const { username, verification_code } = await registerWithMail(email)
      expect(await found(username)).toMatchObject({ email })
      const again = { username: newName(), email, verification_code }
      expect(await register(again)).toMatchObject({ code: 'code_wrong', field: 'verification_code' })

      const other = `${newName()}@mail.example`
      await askForCode(other)
      const code = codeIn(mail.mails.at(-1)?.text)
      const wrongs = [`${newName()}@mail.example`, other]
      expect(await register({ ...again, email: wrongs[0], verification_code: code })).toMatchObject({
        code: 'code_wrong',
      })
      now += 181
      expect(await register({ ...again, email: wrongs[1], verification_code: code })).toMatchObject({
        code: 'code_wrong',
      })
    })

    test('one of many attempts with the same code creates an account', async () => {
      await set({ EmailVerificationEnabled: true })
      const email = `${newName()}@mail.example`
      await askForCode(email)
      const verification_code = codeIn(mail.mails.at(-1)?.text)
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => register({ username: newName(), email, verification_code })),
      )
      expect(answers.filter(({ success }) => success)).toHaveLength(1)
    })

    test('keeps the code when the name is taken, so that another name can be tried', async () => {
      const { username } = await registerWithMail()
      const email = `${newName()}@mail.example`
      await askForCode(email)
      const verification_code = codeIn(mail.mails.at(-1)?.text)
      expect(await register({ username, email, verification_code })).toMatchObject({ code: 'username_taken' })
      expect(await register({ username: newName(), email, verification_code })).toMatchObject({ success: true })
    })

    test('accepts only the operator’s domains and no aliases, if required', async () => {
      await set({ EmailDomainWhitelist: 'mail.example', EmailDomainRestrictionEnabled: true })
      expect(await askForCode('ann@else.example')).toMatchObject({ code: 'email_domain_refused', field: 'email' })
      expect(await askForCode('ann@mail.example.evil.example')).toMatchObject({ code: 'email_domain_refused' })
      await set({ EmailAliasRestrictionEnabled: true })
      for (const alias of ['ann+1@mail.example', 'a.nn@mail.example'])
        expect(await askForCode(alias)).toMatchObject({ code: 'email_alias' })
      expect(await askForCode(`${newName()}@MAIL.example`)).toMatchObject({ success: true })
      await set({ EmailDomainRestrictionEnabled: false, EmailAliasRestrictionEnabled: false })
    })

    test.each([
      '',
      'ann',
      'ann@mail.example, bob@mail.example',
      'ann@mail.example\r\nBcc: bob@mail.example',
      '"ann"@mail.example',
      '<ann@mail.example>',
    ])('sends nothing to %j', async email => {
      const refused = { code: email === '' ? 'email_empty' : 'email_invalid', field: 'email' }
      expect(await askForCode(email)).toMatchObject(refused)
      expect(await askForReset(email)).toMatchObject(refused)
      expect(mail.mails).toEqual([])
    })

    test('tells only the mailbox that an address has an account', async () => {
      const { email } = await registerWithMail()
      mail.mails.length = 0
      const [known, unknown] = [await askForCode(email), await askForCode(`${newName()}@mail.example`)]
      expect(known).toEqual(unknown)
      expect(mail.mails[0]?.text).toContain('It already has an account')
      expect(codeIn(mail.mails[0]?.text)).toBe('')
    })

    test('limits mails by client and by address, and a flooded address still gets one from elsewhere', async () => {
      const email = `${newName()}@mail.example`
      for (let client = 0; client < 5; client++) await askForCode(email, `192.0.2.${client}`)
      expect(await askForCode(email, '192.0.2.200')).toMatchObject({ success: true })
      expect(await askForCode(email, '192.0.2.200')).toMatchObject({ status: 429 })
      expect(await askForCode(email, '192.0.2.201')).toMatchObject({ success: true })
      const answers = []
      for (let index = 0; index < 11; index++)
        answers.push((await askForCode(`${newName()}@mail.example`, '198.51.100.1')).status)
      expect(answers).toEqual([...Array(10).fill(200), 429])
    })

    test('limits the attempts of one client', async () => {
      const body = { username: newName(), email: 'ann@mail.example', verification_code: 'AAAAAA' }
      await set({ EmailVerificationEnabled: true })
      const answers = await Promise.all(Array.from({ length: 21 }, () => register(body, '198.51.100.9')))
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
      expect(await register(body, '198.51.100.10')).toMatchObject({ code: 'code_wrong' })
    })

    test('a reset link leads to the operator’s address whatever the Host, works once, and ends all sessions', async () => {
      const { username, email } = await registerWithMail()
      const session = (await login(username, PASSWORD)).setCookie?.split(';')[0] ?? ''
      const userId = String((await found(username))?.id)
      const self = () => anybody('GET', '/api/user/self', { headers: { cookie: session, 'New-Api-User': userId } })
      expect(await self()).toMatchObject({ success: true })

      mail.mails.length = 0
      const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' }
      expect(await askForReset(email.toUpperCase(), { headers })).toMatchObject({ success: true })
      await mails(1)
      const link = /https?:\S+/.exec(mail.mails[0]?.text ?? '')?.[0] ?? ''
      expect(link).toStartWith('https://site.example/user/reset?')
      const body = Object.fromEntries(new URL(link).searchParams)
      expect(body.email).toBe(email)
      expect(body.token).toMatch(/^[\da-f]{64}$/)

      const reset = (given = {}) => anybody('POST', '/api/user/reset', { body: { ...body, ...given } })
      expect(await reset({ email: 'else@mail.example' })).toMatchObject({ code: 'reset_link_invalid' })
      expect(await reset({ token: 'f'.repeat(64) })).toMatchObject({ code: 'reset_link_invalid' })
      const answers = await Promise.all([reset(), reset(), reset()])
      const made = answers.filter(({ success }) => success)
      expect(made).toHaveLength(1)
      expect(await self()).toMatchObject({ status: 401 })
      expect(await login(username, PASSWORD)).toMatchObject({ code: 'login_failed' })
      expect(await login(username, String(made[0]?.data))).toMatchObject({ success: true })
    })

    test('a reset link expires after half an hour, and the next one replaces it', async () => {
      const { email } = await registerWithMail()
      mail.mails.length = 0
      const links: Record<string, string>[] = []
      for (const index of [0, 1]) {
        await askForReset(email)
        await mails(index + 1)
        const link = /https?:\S+/.exec(mail.mails[index]?.text ?? '')?.[0] ?? ''
        links.push(Object.fromEntries(new URL(link).searchParams))
      }
      const reset = (body: unknown) => anybody('POST', '/api/user/reset', { body })
      expect(await reset(links[0])).toMatchObject({ code: 'reset_link_invalid' })
      now += 1801
      expect(await reset(links[1])).toMatchObject({ code: 'reset_link_invalid' })
    })

    test('a reset link of an administrator waits for a day if somebody else changed the mail server', async () => {
      const changes = { SMTPServer: '127.0.0.1', SMTPFrom: 'gate@site.example', ServerAddress: 'https://site.example' }
      const answers: string[] = []
      for (const [key, value] of Object.entries(changes))
        for (const role of ['user', 'admin', 'root'] as const)
          for (const author of ['another', 'the same'])
            for (const age of [60, 86_399, 86_401]) {
              const username = newName()
              const email = `${username}@mail.example`
              const userId = await insertUser(app.db, {
                username,
                email,
                role: ROLE[role],
                aff_code: username,
                created_at: now,
              })
              await app.options.set(key, value, { author: { userId: author === 'another' ? -1 : userId, now } })
              now += age
              app = { ...app, rateLimiter: makeRateLimiter(() => now) }
              await askForReset(email)
              const isWithheld = await until(
                async () => {
                  const row = await app.db
                    .selectFrom('logs')
                    .select('code')
                    .where('user_id', '=', userId)
                    .executeTakeFirst()
                  return (
                    row?.code === 'reset_link_withheld' ||
                    (mail.mails.some(({ to }) => to.includes(email)) ? false : null)
                  )
                },
                found => found !== null,
              )
              expect([key, role, author, age, isWithheld]).toEqual([
                key,
                role,
                author,
                age,
                role !== 'user' && author === 'another' && age < 86_400,
              ])
              answers.push(`${role} ${isWithheld}`)
              now += 86_401
            }
      expect(new Set(answers)).toEqual(new Set(['user false', 'admin true', 'admin false', 'root true', 'root false']))
    })

    test('a reset request gets the same answer for everybody, before the user is looked up', async () => {
      const { email } = await registerWithMail()
      mail.mails.length = 0
      const unknown = await askForReset('nobody@mail.example')
      expect(await askForReset(email)).toEqual(unknown)
      expect(unknown).toEqual({ status: 200, success: true, message: '', data: null })
      expect(mail.mails).toEqual([])
      await mails(1)
      await set({ ServerAddress: '' })
      expect(await askForReset(email)).toMatchObject({ code: 'mail_needs_address' })
    })

    test('requires a CAPTCHA if the operator wants one; a proof works for one call', async () => {
      await set({ TurnstileSiteKey: 'site', TurnstileSecretKey: turnstile.secret, TurnstileVerifyUrl: turnstile.url })
      await set({ TurnstileCheckEnabled: true })
      const calls = [
        ['POST', '/api/user/register', { username: newName(), password: PASSWORD }],
        ['POST', '/api/user/login', { username: 'nobody', password: PASSWORD }],
        ['GET', '/api/verification?email=ann@mail.example', undefined],
        ['GET', '/api/reset_password?email=ann@mail.example', undefined],
      ] as const
      for (const [method, path, body] of calls) {
        const ask = (proof: string) =>
          anybody(method, `${path}${path.includes('?') ? '&' : '?'}turnstile=${proof}`, { body })
        expect(await ask('')).toMatchObject({ code: 'turnstile_missing' })
        expect(await ask('made-up')).toMatchObject({ code: 'turnstile_failed' })
        const proof = turnstile.issue()
        expect((await ask(proof)).code ?? '').not.toStartWith('turnstile')
        expect(await ask(proof)).toMatchObject({ code: 'turnstile_failed' })
      }
      await set({ TurnstileVerifyUrl: 'http://127.0.0.1:9' })
      expect(await anybody('GET', '/api/reset_password?email=a@b.example&turnstile=x')).toMatchObject({
        code: 'turnstile_unreachable',
      })
    })

    test('without a mail server, nobody waits for a mail', async () => {
      await set({ SMTPServer: '' })
      expect(await askForCode('ann@mail.example')).toMatchObject({ code: 'mail_not_set_up' })
      expect(await askForReset('ann@mail.example')).toMatchObject({ code: 'mail_not_set_up' })
      await set({ SMTPServer: '127.0.0.1' })
    })

    test('the super admin tests the mail server, and sees its answer', async () => {
      const root = await signedIn(app, endpoints, 'root')
      const admin = await signedIn(app, endpoints, 'admin')
      const send = (client: ConsoleClient, to: string) => client('POST', '/api/mail/test', { body: { to } })
      expect(await send(root, 'op@mail.example')).toMatchObject({ success: true, data: 'op@mail.example' })
      expect(mail.mails).toMatchObject([{ from: 'gate@site.example', to: ['op@mail.example'] }])
      expect(await send(root, '')).toMatchObject({ code: 'email_empty' })
      expect(await send(admin, 'op@mail.example')).toMatchObject({ status: 403 })
      await set({ SMTPAccount: 'somebody', SMTPToken: 'wrong' })
      expect(await send(root, 'op@mail.example')).toMatchObject({
        code: 'mail_refused',
        message: expect.stringMatching(/wrong password|Invalid login/),
      })
      await set({ SMTPAccount: MAILBOX.user, SMTPToken: MAILBOX.password })
    })
  })
}
