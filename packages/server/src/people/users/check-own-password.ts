import { RATE_LIMITS } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import { networkOf, type RateLimit } from '../../platform/http/rate-limit.ts'
import type { UserRow } from '../../platform/storage/schema.ts'
import type { PeopleContext } from '../context.ts'
import { isPassword } from './password.ts'

/**
 * Wrong passwords of a signed-in user, by account and client, so that somebody at an open browser can neither guess nor
 * lock the owner out.
 */
const TRIES: RateLimit = RATE_LIMITS.ownPassword

/** Throws unless this is the signed-in user's password. */
export async function checkOwnPassword(
  { rateLimiter }: PeopleContext,
  user: UserRow,
  given: { password: string; ip: string; field: string },
): Promise<void> {
  const key = `password of ${user.id} from ${networkOf(given.ip)}`
  const retryAfter = rateLimiter.take(key, TRIES)
  if (retryAfter > 0) throw consoleError('too_many_requests', { retryAfter })
  if (!(await isPassword(given.password, user.password))) throw consoleError('original_password_wrong', {}, given.field)
  rateLimiter.giveBack(key)
}
