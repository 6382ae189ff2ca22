import type { Db } from '../../platform/storage/db.ts'
import { DEBT_KINDS } from './debts.ts'
import { insertAccountEntries, kindOf } from './insert-account-entries.ts'

/** An account of another gateway. Its row here has no balance yet. */
export interface BroughtUser {
  userId: number
  /** Unique, and the same for every import of this account from this source. */
  reference: string
  /** Below zero: a debt. */
  balance: number
  /** Earnings from invitations: not yet transferred, and in total. */
  earningsLeft: number
  earningsEver: number
  usedQuota: number
  requestCount: number
}

export interface BroughtToken {
  tokenId: number
  userId: number
  reference: string
  /** Below zero: used beyond its cap. Meaningless for a token without a cap. */
  remain: number
  isUnlimited: boolean
  usedQuota: number
}

/** Enters the balances of imported users, and writes balances and earlier use into the users' rows. */
export async function bringUsers(db: Db, users: readonly BroughtUser[], now: number): Promise<void> {
  const entries = users.flatMap(({ userId, reference, balance, earningsLeft, earningsEver }) => {
    const own = { reference, kind: kindOf(reference), user_id: userId }
    const earned = { reference: `earnings:${reference}`, kind: 'earnings', user_id: userId, aff_amount: earningsEver }
    return [
      {
        ...own,
        user_amount: Math.max(0, balance),
        uncollected: Math.max(0, -balance),
        aff_amount: earningsLeft - earningsEver,
      },
      ...(earningsEver === 0 ? [] : [earned]),
    ]
  })
  await insertAccountEntries(db, entries, now)
  for (const { userId, balance, earningsLeft, earningsEver, usedQuota, requestCount } of users)
    await db
      .updateTable('users')
      .set({
        quota: Math.max(0, balance),
        owed: Math.max(0, -balance),
        aff_quota: earningsLeft,
        aff_history_quota: earningsEver,
        used_quota: usedQuota,
        request_count: requestCount,
      })
      .where('id', '=', userId)
      .execute()
}

/** Enters the caps of imported tokens in the same way. */
export async function bringTokens(db: Db, tokens: readonly BroughtToken[], now: number): Promise<void> {
  const beyond = ({ isUnlimited, remain }: BroughtToken) => (isUnlimited ? 0 : Math.max(0, -remain))
  const entries = tokens.flatMap(token => {
    const { reference, userId, tokenId, remain } = token
    const own = { user_id: userId, token_id: tokenId }
    const kind = DEBT_KINDS.token.owed
    const owed = { ...own, reference: `${kind}:token:${reference}`, kind, uncollected: beyond(token) }
    return [
      { ...own, reference, kind: kindOf(reference), token_amount: Math.max(0, remain) },
      ...(owed.uncollected === 0 ? [] : [owed]),
    ]
  })
  await insertAccountEntries(db, entries, now)
  for (const token of tokens)
    await db
      .updateTable('tokens')
      .set({ remain_quota: Math.max(0, token.remain), owed: beyond(token), used_quota: token.usedQuota })
      .where('id', '=', token.tokenId)
      .execute()
}
