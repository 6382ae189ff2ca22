import { NEVER, TOKEN_STATUS, type Token } from '@tollgate/contract'
import type { TokenRow } from '../../platform/storage/schema.ts'
import type { PeopleContext } from '../context.ts'

/** Makes a token as its owner sees it, with the key. */
export const toToken =
  ({ secrets, now }: Pick<PeopleContext, 'secrets' | 'now'>) =>
  (row: TokenRow): Token => {
    const {
      key_fingerprint,
      key_sealed,
      key_hint,
      deleted_at,
      leased,
      period_owed,
      root_id,
      is_carved,
      seat_id,
      ...token
    } = row
    return {
      ...token,
      key: secrets.decrypt(key_sealed),
      status: tokenStatus(row, now()),
      unlimited_quota: row.unlimited_quota === 1,
      // checked when it was written
      quota_period: row.quota_period as Token['quota_period'],
      model_limits_enabled: row.model_limits_enabled === 1,
      is_frozen: row.is_frozen === 1,
      frozen: row.frozen > 0,
    }
  }

type Deciding = Pick<TokenRow, 'status' | 'expired_time' | 'unlimited_quota' | 'remain_quota'>

/** Returns a token's current status: an enabled one may have expired or used up its quota since. */
export function tokenStatus(token: Deciding, now: number): number {
  if (token.status !== TOKEN_STATUS.enabled) return token.status
  if (token.expired_time !== NEVER && token.expired_time <= now) return TOKEN_STATUS.expired
  if (token.unlimited_quota === 0 && token.remain_quota <= 0) return TOKEN_STATUS.exhausted
  return TOKEN_STATUS.enabled
}
