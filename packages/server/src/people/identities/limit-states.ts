import { RATE_LIMITS } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import { networkOf, type RateLimit } from '../../platform/http/rate-limit.ts'
import type { PeopleContext } from '../context.ts'

/** Sign-ins that one client may start; an office behind one address starts many. */
const PER_CLIENT: RateLimit = RATE_LIMITS.signInBegun

/** Counts the start of a sign-in; throws when there were too many. */
export function limitStates({ rateLimiter }: Pick<PeopleContext, 'rateLimiter'>, ip: string): void {
  const retryAfter = rateLimiter.take(`sign-in begun by ${networkOf(ip)}`, PER_CLIENT)
  if (retryAfter > 0) throw consoleError('too_many_requests', { retryAfter })
}
