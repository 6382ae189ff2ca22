import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '../storage/db.ts'

export const SESSION_COOKIE = 'tollgate_session'
export const SESSION_SECONDS = 30 * 24 * 3600

/** The database stores only a hash of a session's id: a stolen copy of the table opens no session. */
export const sessionKey = (id: string): string => createHash('sha256').update(id).digest('hex')

/** Starts a session. The returned id belongs into the cookie and nowhere else. */
export async function startSession(
  db: Db,
  session: { userId: number; now: number; ip: string; userAgent: string },
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
    })
    .execute()
  return id
}

export async function endSession(db: Db, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', sessionKey(id)).execute()
}

/** Removes at most `limit` sessions that are over; returns how many. */
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

const isHttps = (request: Request): boolean =>
  request.url.startsWith('https:') || request.headers.get('x-forwarded-proto') === 'https'
