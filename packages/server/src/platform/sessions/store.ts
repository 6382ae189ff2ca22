import { createHash, randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Db } from '../storage/db.ts'
import type { SessionsTable } from '../storage/schema.ts'
import { isHttps } from './is-https.ts'
import { endTicketsOf } from './tickets.ts'

export const SESSION_COOKIE = 'tollgate_session'
export const SESSION_SECONDS = 30 * 24 * 3600

/** The database stores only a hash of a session's id: a stolen copy of the table opens no session. */
export const sessionKey = (id: string): string => createHash('sha256').update(id).digest('hex')

/** Starts a session. The returned id belongs in the cookie and nowhere else. */
export async function startSession(
  db: Db,
  session: { userId: number; now: number; ip: string; userAgent: string; provider?: string },
): Promise<string> {
  const id = randomBytes(32).toString('base64url')
  await db
    .insertInto('sessions')
    .values({
      id: sessionKey(id),
      user_id: session.userId,
      created_at: session.now,
      last_used_at: session.now,
      expires_at: session.now + SESSION_SECONDS,
      ip: session.ip,
      user_agent: session.userAgent.slice(0, 255),
      confirmed_at: session.now,
      provider: session.provider ?? '',
    })
    .execute()
  return id
}

/** Ends a session. Returns the further OIDC provider it came from, empty for none. */
export async function endSession(db: Db, id: string): Promise<string> {
  const ended = await db
    .deleteFrom('sessions')
    .where('id', '=', sessionKey(id))
    .returning('provider')
    .executeTakeFirst()
  return ended?.provider ?? ''
}

/** Ends the session with this stored key. */
export async function endSessionByKey(db: Db, key: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', key).execute()
}

/**
 * Ends all sessions and half-finished sign-ins of a user, at once and on every node, because each console call looks
 * its session up.
 */
export async function endSessionsOf(db: Db, userId: number): Promise<void> {
  await endTicketsOf(db, userId)
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute()
}

/** Ends all sessions of a user but one, by its stored key. Returns how many ended. */
export async function endSessionsExcept(db: Db, userId: number, keptKey: string | undefined): Promise<number> {
  await endTicketsOf(db, userId)
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '!=', keptKey ?? '')
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Returns a user's active sessions, most recently used first. */
export const sessionsOf = (db: Db, userId: number, now: number): Promise<Selectable<SessionsTable>[]> =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .execute()

/** Removes at most `limit` expired sessions; returns how many. */
export async function removeExpiredSessions(db: Db, now: number, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', 'in', db.selectFrom('sessions').select('id').where('expires_at', '<=', now).limit(limit))
    .where('expires_at', '<=', now)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Returns the value of a request's session cookie, or undefined. */
export const sessionCookieOf = (request: Request): string | undefined =>
  new Bun.CookieMap(request.headers.get('cookie') ?? '').get(SESSION_COOKIE) ?? undefined

/** Returns the `Set-Cookie` value of a session; `Secure` when the client uses https. */
export function sessionCookie(id: string, request: Request, maxAgeSeconds = SESSION_SECONDS): string {
  const cookie = new Bun.Cookie(SESSION_COOKIE, id, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    maxAge: maxAgeSeconds,
    secure: isHttps(request),
  })
  return cookie.serialize()
}

/** Notes that the session's user has just proved their identity. */
export async function recordConfirmation(db: Db, key: string, now: number): Promise<void> {
  await db.updateTable('sessions').set({ confirmed_at: now }).where('id', '=', key).execute()
}
