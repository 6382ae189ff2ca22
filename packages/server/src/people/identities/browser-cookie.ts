import { isHttps } from '../../platform/sessions/is-https.ts'
import { newSecret, STATE_SECONDS } from './store.ts'

/** Proves that a callback comes from the browser that started the sign-in, even if somebody else learns its state. */
const COOKIE = 'tollgate_sign_in'
const SHAPE = /^[\w-]{43}$/

/** Returns the value of the browser's cookie, or an empty text. */
export function browserOf(request: Request): string {
  const value = new Bun.CookieMap(request.headers.get('cookie') ?? '').get(COOKIE) ?? ''
  return SHAPE.test(value) ? value : ''
}

/** Returns a secret that identifies the browser, the same for all its tabs, and the cookie that keeps it. */
export function markBrowser(request: Request): { browser: string; cookie: string } {
  const browser = browserOf(request) || newSecret()
  const cookie = new Bun.Cookie(COOKIE, browser, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/api/oauth',
    maxAge: STATE_SECONDS,
    secure: isHttps(request),
  })
  return { browser, cookie: cookie.serialize() }
}
