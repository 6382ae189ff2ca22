import { RATE_LIMITS, USER_STATUS } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import { networkOf, type RateLimit } from '../../platform/http/rate-limit.ts'
import type { UserRow } from '../../platform/storage/schema.ts'
import { countFailedSignIn } from '../../records/logs/acts/count-failed-sign-in.ts'
import type { PeopleContext } from '../context.ts'
import { isSetUp } from '../setup/store.ts'
import { hashPassword, isHashedHere, isPassword } from '../users/password.ts'
import { findUserByNameOrEmail, replaceHash } from '../users/store.ts'

const WINDOW_SECONDS = 600
/** Wrong passwords per client. */
const PER_CLIENT: RateLimit = RATE_LIMITS.login
/** Wrong passwords on one account before it counts as under attack. */
const PER_ACCOUNT: RateLimit = { attempts: 50, windowSeconds: WINDOW_SECONDS }
/**
 * Wrong passwords each client may still try on an account under attack, so that an attacker cannot lock the owner out.
 */
const PER_CLIENT_UNDER_ATTACK: RateLimit = { attempts: 3, windowSeconds: WINDOW_SECONDS }

/**
 * Returns the user with this name or e-mail address and password. An unknown name, a wrong password and a banned user
 * give the same error after the same time. Limits guesses by client and by account.
 */
export async function checkPassword(
  app: PeopleContext,
  given: { username: string; password: string; ip: string },
): Promise<UserRow> {
  const username = given.username.trim()
  if (!app.options.get('PasswordLoginEnabled')) throw consoleError('password_login_disabled')
  if (username === '' || given.password === '') throw consoleError('login_fields_empty')
  if (!(await isSetUp(app.db))) throw consoleError('setup_missing')

  const giveAttemptBack = takeAttempt(app, username, given.ip)
  const user = await findUserByNameOrEmail(app.db, username)
  const matches = await isPassword(given.password, user?.password)
  if (!user || !matches || user.status === USER_STATUS.banned) {
    countFailedSignIn(app, user, given.ip)
    throw consoleError('login_failed')
  }
  giveAttemptBack()
  await hashAgain(app, user, given.password)
  return user
}

/** Rehashes a password from another gateway in our way on its first use. */
async function hashAgain({ db }: PeopleContext, user: UserRow, password: string): Promise<void> {
  if (isHashedHere(user.password)) return
  await replaceHash(db, user, await hashPassword(password))
}

/** Counted before the check, so that many concurrent guesses cannot slip through. */
function takeAttempt({ rateLimiter }: PeopleContext, username: string, ip: string): () => void {
  const client = `sign-in from ${networkOf(ip)}`
  const account = `sign-in of ${username.toLowerCase()}`
  const takeOrRefuse = (key: string, limit: RateLimit) => {
    const retryAfter = rateLimiter.take(key, limit)
    if (retryAfter > 0) throw consoleError('too_many_requests', { retryAfter })
  }
  takeOrRefuse(client, PER_CLIENT)
  const isUnderAttack = rateLimiter.take(account, PER_ACCOUNT) > 0
  if (isUnderAttack) takeOrRefuse(`${account} ${client}`, PER_CLIENT_UNDER_ATTACK)
  return () => {
    rateLimiter.giveBack(client)
    rateLimiter.giveBack(account)
  }
}
