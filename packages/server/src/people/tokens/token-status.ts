import { NEVER, TOKEN_STATUS } from '@tollgate/contract'
import type { TokenRow } from '../../platform/storage/schema.ts'

type Deciding = Pick<TokenRow, 'status' | 'expired_time' | 'unlimited_quota' | 'remain_quota'>

/** Returns a token's current status: an enabled one may have expired or used up its quota since. */
export function tokenStatus(token: Deciding, now: number): number {
  if (token.status !== TOKEN_STATUS.enabled) return token.status
  if (token.expired_time !== NEVER && token.expired_time <= now) return TOKEN_STATUS.expired
  if (token.unlimited_quota === 0 && token.remain_quota <= 0) return TOKEN_STATUS.exhausted
  return TOKEN_STATUS.enabled
}
