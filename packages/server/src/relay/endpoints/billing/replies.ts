import { splitList } from '@tollgate/contract'
import type { Options } from '../../../platform/options/index.ts'
import type { RelayCall } from '../../call/relay-call.ts'
import type { TokenIdentity } from '../../request/token-index.ts'
import type { TokenAccounts } from './accounts.ts'

export interface BillingDeps {
  options: Options
  accounts: TokenAccounts
}

/** Answers a billing call of a token. */
type BillingReply = (identity: TokenIdentity, call: RelayCall, deps: BillingDeps) => Promise<object>

/** The balance reported for an unlimited token, in the unit that clients show. */
const UNLIMITED = 100_000_000
const CENTS = 100

/** https://platform.openai.com once had these calls; clients still use them to show a balance. */
const subscription: BillingReply = async ({ userId, tokenId }, _, { options, accounts }) => {
  const account = await accounts.read(userId, tokenId)
  const isOfToken = options.get('DisplayTokenStatEnabled')
  const granted = isOfToken
    ? inUnits(account.tokenQuota + account.tokenUsed, options)
    : inUnits(account.userQuota + account.userUsed, options)
  const limit = isOfToken && account.isUnlimited ? UNLIMITED : granted
  return {
    object: 'billing_subscription',
    has_payment_method: true,
    soft_limit_usd: limit,
    hard_limit_usd: limit,
    system_hard_limit_usd: limit,
    access_until: Math.max(0, account.expiredTime),
  }
}

const usage: BillingReply = async ({ userId, tokenId }, _, { options, accounts }) => {
  const { tokenUsed, userUsed } = await accounts.read(userId, tokenId)
  const used = options.get('DisplayTokenStatEnabled') ? tokenUsed : userUsed
  return { object: 'list', total_usage: inUnits(used, options) * CENTS }
}

const tokenUsage: BillingReply = async ({ userId, tokenId }, _, { accounts }) => {
  const account = await accounts.read(userId, tokenId)
  return {
    code: true,
    message: 'ok',
    data: {
      object: 'token_usage',
      name: account.name,
      total_granted: account.tokenQuota + account.tokenUsed,
      total_used: account.tokenUsed,
      total_available: account.tokenQuota,
      unlimited_quota: account.isUnlimited,
      model_limits: Object.fromEntries(splitList(account.modelLimits).map(model => [model, true])),
      model_limits_enabled: account.modelLimitsEnabled,
      expires_at: Math.max(0, account.expiredTime),
    },
  }
}

const tokenLog: BillingReply = async ({ userId, tokenId }, { language }, { accounts }) => ({
  success: true,
  message: '',
  data: await accounts.log(userId, tokenId, language),
})

/** The calls that ask for a token's remaining balance and its history. */
export const billingReplies: Readonly<Record<string, BillingReply>> = {
  '/dashboard/billing/subscription': subscription,
  '/v1/dashboard/billing/subscription': subscription,
  '/dashboard/billing/usage': usage,
  '/v1/dashboard/billing/usage': usage,
  '/api/usage/token': tokenUsage,
  '/api/usage/token/': tokenUsage,
  '/api/log/token': tokenLog,
  '/api/log/token/': tokenLog,
}

/** Converts to US dollars unless the site shows quota. */
const inUnits = (quota: number, options: BillingDeps['options']): number =>
  options.get('DisplayInCurrencyEnabled') ? quota / options.get('QuotaPerUnit') : quota
