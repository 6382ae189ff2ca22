import { RATE_LIMITS } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import { networkOf, type RateLimit } from '../../platform/http/rate-limit.ts'
import { sessionsOf } from '../../platform/sessions/store.ts'
import type { PeopleContext } from '../context.ts'

const WINDOW_SECONDS = 3600
/** Wrong codes that one client may try on an account. */
const PER_CLIENT: RateLimit = RATE_LIMITS.secondFactor
/** Wrong one-time codes on an account, from anywhere, before it counts as under attack. */
const PER_ACCOUNT: RateLimit = { attempts: 30, windowSeconds: WINDOW_SECONDS }

/**
 * Counts a guess; throws after too many. Returns a function that takes it back after a correct code.
 *
 * An attacker on many networks can guess a million one-time codes. So while an account is under attack, they are
 * accepted only from networks where its owner is signed in. Recovery codes and passkeys cannot be guessed and are
 * always accepted, so the owner is not locked out.
 */
export async function limitGuesses(
  app: PeopleContext,
  userId: number,
  { ip, isOneTime }: { ip: string; isOneTime: boolean },
): Promise<() => void> {
  const { rateLimiter } = app
  const network = networkOf(ip)
  const account = `second factor of ${userId}`
  const client = `${account} from ${network}`
  const retryAfter = rateLimiter.take(client, PER_CLIENT)
  if (retryAfter > 0) throw consoleError('too_many_requests', { retryAfter })
  const isUnderAttack = isOneTime && rateLimiter.take(account, PER_ACCOUNT) > 0
  if (isUnderAttack && !(await isNetworkOfOwner(app, userId, network))) {
    rateLimiter.giveBack(client)
    throw consoleError('second_factor_guessed', {}, 'code')
  }
  return () => {
    rateLimiter.giveBack(client)
    if (isOneTime && !isUnderAttack) rateLimiter.giveBack(account)
  }
}

const isNetworkOfOwner = async ({ db, now }: PeopleContext, userId: number, network: string): Promise<boolean> =>
  (await sessionsOf(db, userId, now())).some(({ ip }) => networkOf(ip) === network)
