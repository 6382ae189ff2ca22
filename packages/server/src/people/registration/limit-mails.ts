import { RATE_LIMITS } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import { networkOf, type RateLimit } from '../../platform/http/rate-limit.ts'
import type { PeopleContext } from '../context.ts'

const WINDOW_SECONDS = 600
/** Mails that one client may cause. */
const PER_CLIENT: RateLimit = RATE_LIMITS.mail
/** Mails to one address before it counts as flooded. */
const PER_ADDRESS: RateLimit = { attempts: 5, windowSeconds: WINDOW_SECONDS }
/** Mails that each client may still send to a flooded address, so that a flood does not lock others out. */
const PER_CLIENT_WHEN_FLOODED: RateLimit = { attempts: 1, windowSeconds: WINDOW_SECONDS }

/** Counts a requested mail; throws after too many. Does not reveal whether the address is known. */
export function limitMails({ rateLimiter }: Pick<PeopleContext, 'rateLimiter'>, email: string, ip: string): void {
  const client = `mail by ${networkOf(ip)}`
  const address = `mail to ${email.toLowerCase()}`
  const takeOrRefuse = (key: string, limit: RateLimit) => {
    const retryAfter = rateLimiter.take(key, limit)
    if (retryAfter > 0) throw consoleError('too_many_requests', { retryAfter })
  }
  takeOrRefuse(client, PER_CLIENT)
  if (rateLimiter.take(address, PER_ADDRESS) > 0) takeOrRefuse(`${address} ${client}`, PER_CLIENT_WHEN_FLOODED)
}

/** Codes, links and registrations that one client may try. */
const PER_CLIENT_TRIES: RateLimit = RATE_LIMITS.code

/** Counts an attempt to register or to reset a password. Returns a function that takes it back after success. */
export function limitTries({ rateLimiter }: Pick<PeopleContext, 'rateLimiter'>, what: string, ip: string): () => void {
  const key = `${what} by ${networkOf(ip)}`
  const retryAfter = rateLimiter.take(key, PER_CLIENT_TRIES)
  if (retryAfter > 0) throw consoleError('too_many_requests', { retryAfter })
  return () => rateLimiter.giveBack(key)
}
