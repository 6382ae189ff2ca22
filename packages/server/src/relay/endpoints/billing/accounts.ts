import type { Language, Log } from '@tollgate/contract'
import type { PlatformContext } from '../../../platform/context.ts'
import { logsBy } from '../../../records/logs/store.ts'
import { toOwnLog } from '../../../records/logs/to-log.ts'

/** The remaining and used quota of a token and its owner. */
interface TokenAccount {
  name: string
  userQuota: number
  userUsed: number
  tokenQuota: number
  tokenUsed: number
  isUnlimited: boolean
  /** Unix seconds; -1: never. */
  expiredTime: number
  modelLimitsEnabled: boolean
  /** As entered, separated by commas. */
  modelLimits: string
}

/** Reads what a token's key may ask about its account. */
export interface TokenAccounts {
  read(userId: number, tokenId: number): Promise<TokenAccount>
  /** Returns the token's newest log rows, as its owner sees them. */
  log(userId: number, tokenId: number, language: Language): Promise<Log[]>
}

const MOST_ROWS = 1000

export const makeTokenAccounts = ({
  db,
  reports,
  options,
}: Pick<PlatformContext, 'db' | 'reports' | 'options'>): TokenAccounts => ({
  async read(userId, tokenId) {
    const row = await db
      .selectFrom('tokens')
      .innerJoin('users', 'users.id', 'tokens.user_id')
      .where('tokens.id', '=', tokenId)
      .where('users.id', '=', userId)
      .select(['users.quota as userQuota', 'users.used_quota as userUsed'])
      .select(['tokens.name', 'tokens.remain_quota as tokenQuota', 'tokens.used_quota as tokenUsed'])
      .select(['unlimited_quota', 'expired_time as expiredTime', 'model_limits_enabled', 'model_limits as modelLimits'])
      .executeTakeFirstOrThrow()
    const { unlimited_quota, model_limits_enabled, ...account } = row
    return { ...account, isUnlimited: unlimited_quota === 1, modelLimitsEnabled: model_limits_enabled === 1 }
  },

  async log(userId, tokenId, language) {
    const { rows } = logsBy(reports, { userId, token_id: tokenId })
    const found = await rows.limit(MOST_ROWS).execute()
    return found.map(toOwnLog({ language, options }))
  },
})
