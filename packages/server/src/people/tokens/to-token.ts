import type { Token } from '@tollgate/contract'
import type { TokenRow } from '../../platform/storage/schema.ts'
import type { PeopleContext } from '../context.ts'
import { tokenStatus } from './token-status.ts'

/** Makes a token as its owner sees it, with the key. */
export const toToken =
  ({ secrets, now }: Pick<PeopleContext, 'secrets' | 'now'>) =>
  (row: TokenRow): Token => {
    const { key_fingerprint, key_sealed, key_hint, deleted_at, leased, period_owed, ...token } = row
    return {
      ...token,
      key: secrets.decrypt(key_sealed),
      status: tokenStatus(row, now()),
      unlimited_quota: row.unlimited_quota === 1,
      // checked when it was written
      quota_period: row.quota_period as Token['quota_period'],
      model_limits_enabled: row.model_limits_enabled === 1,
    }
  }
