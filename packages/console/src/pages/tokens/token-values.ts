import { NEVER, splitList, TOKEN_DEFAULT_QUOTA, type Token } from '@tollgate/contract'
import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'
import type { NewToken } from './api.ts'

dayjs.extend(customParseFormat)

export const EXPIRY_FORMAT = 'YYYY-MM-DD HH:mm:ss'

/** A token as its form holds it. */
export interface TokenValues {
  name: string
  /** In `EXPIRY_FORMAT`; empty: never. */
  expires: string
  remain_quota: number
  unlimited_quota: boolean
  quota_period: Token['quota_period']
  period_quota: number
  /** For new tokens: how many. */
  count: number
  model_limits_enabled: boolean
  model_limits: string[]
  allow_ips: string
  group: string
}

export const newTokenValues: TokenValues = {
  name: '',
  expires: '',
  remain_quota: TOKEN_DEFAULT_QUOTA,
  unlimited_quota: false,
  quota_period: '',
  period_quota: 0,
  count: 1,
  model_limits_enabled: false,
  model_limits: [],
  allow_ips: '',
  group: '',
}

export function valuesOfToken(token: Token): TokenValues {
  return {
    name: token.name,
    expires: token.expired_time === NEVER ? '' : dayjs.unix(token.expired_time).format(EXPIRY_FORMAT),
    remain_quota: token.remain_quota,
    unlimited_quota: token.unlimited_quota,
    quota_period: token.quota_period,
    period_quota: token.period_quota,
    count: 1,
    model_limits_enabled: token.model_limits_enabled,
    model_limits: splitList(token.model_limits),
    allow_ips: token.allow_ips,
    group: token.group,
  }
}

/** The request body; `count` only applies to new tokens, and their call adds it. */
export function tokenOfValues({ expires, model_limits, count: _, ...same }: TokenValues): Omit<NewToken, 'count'> {
  return {
    ...same,
    expired_time: expires === '' ? NEVER : dayjs(expires, EXPIRY_FORMAT, true).unix(),
    model_limits: model_limits.join(','),
  }
}

export const isExpiry = (text: string): boolean => text === '' || dayjs(text, EXPIRY_FORMAT, true).isValid()

/** The form's rule for a time as text. `message` is shown for any other text. */
export const expiryRule = (message: string) => ({
  validator: async (_: unknown, text: string) => {
    if (!isExpiry(text)) throw new Error(message)
  },
})

export const hasPassed = (expiredTime: number, now: number): boolean => expiredTime !== NEVER && expiredTime <= now
