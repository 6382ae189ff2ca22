import { isHttps } from '../../platform/sessions/is-https.ts'

/** Carries an opened invitation through a sign-in by another site. */
const COOKIE = 'tollgate_invitation'
const SHAPE = /^[0-9a-f]{64}$/
const SECONDS = 1800

/** Returns the code of the invitation that this browser has opened, or an empty text. */
export function openedInvitation(request: Request): string {
  const value = new Bun.CookieMap(request.headers.get('cookie') ?? '').get(COOKIE) ?? ''
  return SHAPE.test(value) ? value : ''
}

/** Returns the `Set-Cookie` value; it is sent only to calls that end a sign-in by another site. */
export const invitationCookie = (code: string, request: Request): string =>
  new Bun.Cookie(COOKIE, code, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/api/oauth',
    maxAge: SECONDS,
    secure: isHttps(request),
  }).serialize()
