import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { TEST_NOW } from '../../../test/support/app.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { insertUser } from '../../people/users/store.ts'
import { makeSecrets } from '../secrets/secrets.ts'
import { findCallerByAccessToken, findCallerBySession } from './callers.ts'
import { currentSession } from './current.ts'
import {
  endSessionsExcept,
  removeExpiredSessions,
  SESSION_COOKIE,
  SESSION_SECONDS,
  sessionCookie,
  sessionKey,
  sessionsOf,
  startSession,
} from './store.ts'
import { removeExpiredTickets, startTicket, takeTicket, tryTicket } from './tickets.ts'
import { toSession } from './to-session.ts'

const HOUR = 3600
const secrets = makeSecrets('the key of this test')

for (const { kind, open } of databases()) {
  describe(`sessions on ${kind}`, () => {
    let database: TestDatabase
    let db: TestDatabase['storage']['db']
    let users = 0
    beforeAll(async () => {
      database = await open()
      db = database.storage.db
    })
    afterAll(() => database.close())

    const person = (columns: { access_token?: string; deleted_at?: number } = {}) =>
      insertUser(db, { username: `user-${++users}`, aff_code: `a${users}`, created_at: TEST_NOW, ...columns })
    const sessionFor = (userId: number, now = TEST_NOW, userAgent = 'test') =>
      startSession(db, { userId, now, ip: '192.0.2.1', userAgent })
    const requestWith = (cookie: string, headers: Record<string, string> = {}) =>
      new Request('http://tollgate.test/api', { headers: { cookie, ...headers } })
    const requestOf = (session: string) => requestWith(`${SESSION_COOKIE}=${session}`)
    const callerAt = (session: string, now: number) => findCallerBySession({ db, now: () => now }, requestOf(session))
    const lastUseOf = async (session: string) => (await currentSession(db, requestOf(session)))?.last_used_at

    test('a session ends in its 30th day’s last second', async () => {
      const userId = await person()
      const session = await sessionFor(userId)
      expect(await callerAt(session, TEST_NOW + SESSION_SECONDS)).toBeNull()
      expect(await callerAt(session, TEST_NOW + SESSION_SECONDS - 1)).toMatchObject({ id: userId })
    })

    test('a use renews a session, at most once an hour', async () => {
      const session = await sessionFor(await person())
      await callerAt(session, TEST_NOW + HOUR)
      expect(await lastUseOf(session)).toBe(TEST_NOW)
      await callerAt(session, TEST_NOW + HOUR + 1)
      expect(await lastUseOf(session)).toBe(TEST_NOW + HOUR + 1)
    })

    test('the session of a deleted user opens nothing', async () => {
      const session = await sessionFor(await person({ deleted_at: TEST_NOW }))
      expect(await callerAt(session, TEST_NOW)).toBeNull()
    })

    test('a system access token finds its user; an empty or unknown one finds nobody', async () => {
      const userId = await person({ access_token: secrets.fingerprint('token') })
      await person({ access_token: secrets.fingerprint('') })
      expect(await findCallerByAccessToken({ db, secrets }, 'token')).toMatchObject({ id: userId })
      expect(await findCallerByAccessToken({ db, secrets }, 'another')).toBeNull()
      expect(await findCallerByAccessToken({ db, secrets }, '')).toBeNull()
    })

    test('a call with a system access token has no session, even if the browser sends one', async () => {
      const session = `${SESSION_COOKIE}=${await sessionFor(await person())}`
      expect(await currentSession(db, requestWith(session))).toBeDefined()
      expect(await currentSession(db, requestWith(session, { authorization: 'Bearer token' }))).toBeUndefined()
    })

    test('a user sees their current sessions, the last used first, and nobody else’s', async () => {
      const userId = await person()
      await sessionFor(await person(), TEST_NOW)
      for (const startedAt of [-20, 5, -SESSION_SECONDS]) await sessionFor(userId, TEST_NOW + startedAt)
      const seen = await sessionsOf(db, userId, TEST_NOW)
      expect(seen.map(({ last_used_at }) => last_used_at - TEST_NOW)).toEqual([5, -20])
    })

    test('a session is shown with 16 letters of its hash, and keeps 255 letters of the browser’s name', async () => {
      const id = await sessionFor(await person(), TEST_NOW, 'b'.repeat(300))
      const row = await currentSession(db, requestOf(id))
      if (!row) throw new Error('no session')
      const shown = toSession(row)
      expect(shown).toMatchObject({ id: sessionKey(id).slice(0, 16), user_agent: 'b'.repeat(255) })
      expect(shown).not.toHaveProperty('user_id')
    })

    test('ending all sessions but one also ends half-finished sign-ins, and nobody else’s', async () => {
      const [userId, other] = [await person(), await person()]
      const [kept, ended, foreign] = [await sessionFor(userId), await sessionFor(userId), await sessionFor(other)]
      const [ticket, foreignTicket] = [
        await startTicket(db, userId, TEST_NOW, requestOf(kept)),
        await startTicket(db, other, TEST_NOW, requestOf(foreign)),
      ]
      expect(await endSessionsExcept(db, userId, sessionKey(kept))).toBe(1)
      expect(await callerAt(ended, TEST_NOW)).toBeNull()
      expect(await callerAt(kept, TEST_NOW)).toMatchObject({ id: userId })
      expect(await callerAt(foreign, TEST_NOW)).toMatchObject({ id: other })
      expect(await tryTicket(db, requestWith(ticket), TEST_NOW)).toBeUndefined()
      expect(await tryTicket(db, requestWith(foreignTicket), TEST_NOW)).toMatchObject({ userId: other })
      expect(await endSessionsExcept(db, userId, undefined)).toBe(1)
    })

    test('a ticket is valid until its last second, and is used up once', async () => {
      const cookie = requestWith(await startTicket(db, await person(), TEST_NOW, requestWith('')))
      expect(await tryTicket(db, cookie, TEST_NOW + 300)).toBeUndefined()
      const ticket = await tryTicket(db, cookie, TEST_NOW + 299)
      expect(await takeTicket(db, ticket?.id ?? '')).toBe(true)
      expect(await takeTicket(db, ticket?.id ?? '')).toBe(false)
    })

    test('expired sessions and tickets are removed in batches, and no others', async () => {
      await db.deleteFrom('sessions').execute()
      await db.deleteFrom('sign_in_tickets').execute()
      const userId = await person()
      const over = TEST_NOW + SESSION_SECONDS
      for (const startedAt of [1, 1, 1, 1, 0, 0, 0]) {
        await sessionFor(userId, TEST_NOW + startedAt)
        await startTicket(db, userId, TEST_NOW + startedAt, requestWith(''))
      }
      const sessions = [await removeExpiredSessions(db, over, 2), await removeExpiredSessions(db, over, 2)]
      const ticketsOver = TEST_NOW + 300
      const tickets = [await removeExpiredTickets(db, ticketsOver, 2), await removeExpiredTickets(db, ticketsOver, 2)]
      expect({ sessions, tickets }).toEqual({ sessions: [2, 1], tickets: [2, 1] })
      expect(await sessionsOf(db, userId, over)).toHaveLength(4)
    })

    test('cookies are Secure if the client or the proxy in front uses https', () => {
      const cookieFor = (url: string, headers = {}) => sessionCookie('id', new Request(url, { headers }))
      expect(cookieFor('https://tollgate.test/')).toContain('Secure')
      expect(cookieFor('http://tollgate.test/', { 'x-forwarded-proto': 'https' })).toContain('Secure')
      expect(cookieFor('http://tollgate.test/', { 'x-forwarded-proto': 'http' })).not.toContain('Secure')
    })
  })
}
