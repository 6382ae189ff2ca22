import { consoleError } from '../../platform/http/console-error.ts'
import { currentSessionKey } from '../../platform/sessions/current.ts'
import { hashOf, newSecret, shortCookie, shortCookieOf } from '../../platform/sessions/short-cookie.ts'
import type { Db } from '../../platform/storage/db.ts'
import type { PasskeyChallengesTable } from '../../platform/storage/schema.ts'
import type { PeopleContext } from '../context.ts'

const COOKIE = 'tollgate_passkey'
const VALID_SECONDS = 300

type Means = Pick<PeopleContext, 'db' | 'now'>
interface Asked {
  purpose: PasskeyChallengesTable['purpose']
  holder: string
}

/** The holder of a challenge: the session of the call. Programs with a system access token have none. */
export function sessionHolder(request: Request): string {
  const key = currentSessionKey(request)
  if (!key) throw consoleError('confirmation_needs_session')
  return key
}

/** The holder of a challenge before sign-in: the browser, identified by its own cookie. */
export function newBrowserHolder(request: Request): { holder: string; cookie: string } {
  const secret = newSecret()
  return { holder: hashOf(secret), cookie: shortCookie(COOKIE, secret, request, VALID_SECONDS) }
}

export function browserHolder(request: Request): string {
  const secret = shortCookieOf(COOKIE, request)
  if (!secret) throw consoleError('passkey_late')
  return hashOf(secret)
}

export const expiredHolderCookie = (request: Request): string => shortCookie(COOKIE, '', request, 0)

/** Stores a challenge; it replaces the previous one with the same purpose and holder. */
export async function rememberChallenge({ db, now }: Means, asked: Asked, challenge: string): Promise<void> {
  const expires_at = now() + VALID_SECONDS
  await db
    .insertInto('passkey_challenges')
    .values({ ...asked, challenge, expires_at })
    .onConflict(conflict => conflict.columns(['purpose', 'holder']).doUpdateSet({ challenge, expires_at }))
    .execute()
}

/** Uses up the challenge in any case. Throws if there is none. */
export async function takeChallenge({ db, now }: Means, { purpose, holder }: Asked): Promise<string> {
  const taken = await db
    .deleteFrom('passkey_challenges')
    .where('purpose', '=', purpose)
    .where('holder', '=', holder)
    .returningAll()
    .executeTakeFirst()
  if (!taken || taken.expires_at <= now()) throw consoleError('passkey_late')
  return taken.challenge
}

/** Removes at most `limit` expired challenges; returns how many. */
export async function removeExpiredChallenges(db: Db, now: number, limit: number): Promise<number> {
  const expired = db
    .selectFrom('passkey_challenges')
    .select(['purpose', 'holder'])
    .where('expires_at', '<=', now)
    .limit(limit)
  const { numDeletedRows } = await db
    .deleteFrom('passkey_challenges')
    .where(({ eb, refTuple }) => eb(refTuple('purpose', 'holder'), 'in', expired.$asTuple('purpose', 'holder')))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
