import type { Db } from '../../platform/storage/db.ts'
import { DEBT_KINDS } from './debts.ts'
import { endOfAccountsChain, lockAccountsChain, nextLink } from './links.ts'

/** Entries in one link. */
const ENTRIES_AT_ONCE = 500

/** An account as another gateway left it. Its row here has no balance yet. */
export interface BroughtUser {
  userId: number
  /** Unique; the same each time this account of this source is imported. */
  reference: string
  /** Below zero: a debt. */
  balance: number
  /** Earnings from invitations: those not transferred yet, and all there ever were. */
  earningsLeft: number
  earningsEver: number
  usedQuota: number
  requestCount: number
}

export interface BroughtToken {
  tokenId: number
  userId: number
  reference: string
  /** Below zero: used beyond its cap; means nothing for a token without a cap. */
  remain: number
  isUnlimited: boolean
  usedQuota: number
}

/** Enters the balances of users that came from another gateway, and writes them and what was used into the users' rows. */
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
  await insertEntries(db, entries, now)
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

/** The same for tokens and their caps. */
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
  await insertEntries(db, entries, now)
  for (const token of tokens)
    await db
      .updateTable('tokens')
      .set({ remain_quota: Math.max(0, token.remain), owed: beyond(token), used_quota: token.usedQuota })
      .where('id', '=', token.tokenId)
      .execute()
}

const kindOf = (reference: string) => reference.split(':')[0] ?? ''

type NewEntry = { reference: string; kind: string; user_id: number } & Partial<
  Record<'token_id' | 'user_amount' | 'token_amount' | 'aff_amount' | 'uncollected', number>
>

const NOTHING = {
  ...{ token_id: 0, user_amount: 0, token_amount: 0, aff_amount: 0, channel_id: 0, uncollected: 0 },
  ...{ subscription_id: 0, subscription_amount: 0, windows: '' },
}

/** Inserts entries whose references are new, in links of many. */
async function insertEntries(db: Db, entries: readonly NewEntry[], now: number): Promise<void> {
  if (entries.length === 0) return
  await lockAccountsChain(db)
  let end = await endOfAccountsChain(db)
  for (let from = 0; from < entries.length; from += ENTRIES_AT_ONCE) {
    const rows = entries
      .slice(from, from + ENTRIES_AT_ONCE)
      .map(entry => ({ ...NOTHING, is_logged: 0, created_at: now, ...entry }))
    const { digests, ...link } = nextLink(end, rows)
    await db
      .insertInto('ledger_entries')
      .values(rows.map((row, place) => ({ ...row, chain: link.chain, link: link.link, place })))
      .execute()
    await db
      .insertInto('ledger_links')
      .values({ ...link, digests: JSON.stringify(digests), made_at: now })
      .execute()
    end = link
  }
}
