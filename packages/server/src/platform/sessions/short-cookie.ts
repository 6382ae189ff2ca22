import { createHash, randomBytes } from 'node:crypto'
import { isHttps } from './is-https.ts'

/** The path of the calls that finish a sign-in. Cookies of a half-finished one are sent nowhere else. */
const PATH = '/api/user/login'

/** A secret that one browser holds for the few minutes of a sign-in. The database stores only its hash. */
export const newSecret = (): string => randomBytes(32).toString('base64url')
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Returns the `Set-Cookie` value; an age of 0 removes the cookie. */
export function shortCookie(name: string, value: string, request: Request, maxAgeSeconds: number): string {
  const secure = isHttps(request)
  return new Bun.Cookie(name, value, {
    httpOnly: true,
    sameSite: 'strict',
    path: PATH,
    maxAge: maxAgeSeconds,
    secure,
  }).serialize()
}

export const shortCookieOf = (name: string, request: Request): string | undefined =>
  new Bun.CookieMap(request.headers.get('cookie') ?? '').get(name) ?? undefined
