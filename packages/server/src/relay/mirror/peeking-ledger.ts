import type { NewHold, ReserveAnswer } from '../../money/ledger/index.ts'
import type { TokenAccounts } from '../endpoints/billing/accounts.ts'
import type { PlanLedger } from '../quote/plan-call.ts'

/** Grants what the wallet and the token's cap have at this moment, and keeps none of it. A plan counts as having enough. */
export function peekingLedger(accounts: Pick<TokenAccounts, 'read'>): PlanLedger {
  let left = 0
  return {
    async reserve({ userId, tokenId, amount, subscription }: NewHold): Promise<ReserveAnswer> {
      if (subscription) left = Number.MAX_SAFE_INTEGER
      else {
        const { userQuota, tokenQuota, isUnlimited } = await accounts.read(userId, tokenId)
        if (userQuota < amount.least) return 'user_quota_insufficient'
        if (!isUnlimited && tokenQuota < amount.least) return 'token_quota_insufficient'
        left = isUnlimited ? userQuota : Math.min(userQuota, tokenQuota)
      }
      return this.extend('', amount)
    },
    async extend(_, { most }) {
      const granted = Math.min(most, left)
      left -= granted
      return { granted, left }
    },
  }
}
