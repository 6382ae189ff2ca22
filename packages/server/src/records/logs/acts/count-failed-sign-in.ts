import { LOG_TYPE } from '@tollgate/contract'
import type { RateLimit } from '../../../platform/http/rate-limit.ts'
import type { UserRow } from '../../../platform/storage/schema.ts'
import type { RecordsContext } from '../../context.ts'
import { messageColumns } from '../message.ts'
import { insertLog } from '../store.ts'

const MINUTES = 10
/** How many failures, at one account or with unknown names, make a burst. */
const BURST_AT_ACCOUNT = 10
const BURST_OF_UNKNOWN = 50
/** A burst is logged once an hour. */
const ONE_LINE: RateLimit = { attempts: 1, windowSeconds: 3600 }
/** An attack on many accounts gets at most this many lines, so that strangers cannot fill the log. */
const MOST_LINES: RateLimit = { attempts: 20, windowSeconds: 3600 }

type Means = Pick<RecordsContext, 'db' | 'now' | 'log' | 'rateLimiter'>

/**
 * Counts a failed sign-in, of an account or an unknown name. A burst becomes one log row, for administrators only.
 * Nobody waits for it, so that the response time does not reveal whether the account exists.
 */
export function countFailedSignIn(app: Means, user: Pick<UserRow, 'id' | 'username'> | undefined, ip: string): void {
  const key = `failed sign-ins of ${user?.id ?? 'nobody'}`
  const burst = user ? BURST_AT_ACCOUNT : BURST_OF_UNKNOWN
  const before: RateLimit = { attempts: burst - 1, windowSeconds: MINUTES * 60 }
  const isFree = (name: string, limit: RateLimit) => app.rateLimiter.take(name, limit) === 0
  if (isFree(key, before)) return
  if (!isFree(`${key}, told`, ONE_LINE) || !isFree('failed sign-ins, told', MOST_LINES)) return
  const values = { count: burst, minutes: MINUTES, ip }
  const message = user
    ? messageColumns('sign_ins_failed', { ...values, name: user.username })
    : messageColumns('unknown_sign_ins_failed', values)
  // It belongs to no user, so the account's owner does not see it either.
  insertLog(app.db, { type: LOG_TYPE.system, created_at: app.now(), user_id: 0, ...message }).catch(error =>
    app.log.error({ err: error }, 'a burst of failed sign-ins was not written to the log'),
  )
}
