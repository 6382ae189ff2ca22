import { isHttps } from '../../platform/sessions/is-https.ts'
import { newSecret, STATE_SECONDS } from './store.ts'

/** Tells the browser that began a sign-in from others that get hold of its state. */
const COOKIE = 'tollgate_sign_in'
const SHAPE = /^[\w-]{43}$/

/** Returns what the browser's cookie holds, or an empty text. */
export function browserOf(request: Request): string {
  const value = new Bun.CookieMap(request.headers.get('cookie') ?? '').get(COOKIE) ?? ''
  return SHAPE.test(value) ? value : ''
}

/** Returns what tells the browser from others, the same for all its tabs, and the cookie that keeps it. */
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
