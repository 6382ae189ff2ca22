import { type Db, databaseKindOf } from '../../platform/storage/db.ts'
import type { BroughtToken, BroughtUser } from './bring-in.ts'
import { collect, DEBT_KINDS } from './debts.ts'
import { insertAccountEntries, kindOf } from './insert-account-entries.ts'
import { lockAccountsChain } from './links.ts'

/** By how much a user's figures at another gateway have changed since they were brought: each may be below zero. */
export type ChangedUser = BroughtUser
export type ChangedToken = BroughtToken

/**
 * Enters by how much balances of users have changed at the gateway they came from. What a balance here no longer has becomes a
 * debt; what was spent here stays spent.
 */
export async function bringUserChanges(db: Db, users: readonly ChangedUser[], now: number): Promise<void> {
  await lockAccountsChain(db)
  for (const user of users) await bringUserChange(db, user, now)
}

async function bringUserChange(db: Db, changed: ChangedUser, now: number): Promise<void> {
  const { userId, reference, balance, earningsLeft, earningsEver, usedQuota, requestCount } = changed
  const row = await db
    .selectFrom('users')
    .select(['quota', 'leased', 'aff_quota'])
    .where('id', '=', userId)
    .$if(databaseKindOf(db) === 'postgres', query => query.forUpdate())
    .executeTakeFirstOrThrow()
  // Earnings that were transferred there and here count once: the balance here gives them back.
  const twice = Math.max(0, -(row.aff_quota + earningsLeft))
  const free = Math.max(0, row.quota - row.leased)
  const given = Math.min(twice, free)
  const taken = Math.min(Math.max(0, -balance), free - given)
  const uncollected = Math.max(0, -balance) - taken
  const added = Math.max(0, balance) - taken
  const own = { user_id: userId, reference, kind: kindOf(reference) }
  const entries = [
    { ...own, user_amount: added, uncollected, aff_amount: earningsLeft - earningsEver },
    { ...own, reference: `earnings:${reference}`, kind: 'earnings', aff_amount: earningsEver },
    {
      ...own,
      reference: `aff:${reference}`,
      kind: 'aff',
      user_amount: -given,
      uncollected: twice - given,
      aff_amount: twice,
    },
  ]
  const isSomething = (entry: { user_amount?: number; uncollected?: number; aff_amount?: number }) =>
    [entry.user_amount, entry.uncollected, entry.aff_amount].some(amount => (amount ?? 0) !== 0)
  await insertAccountEntries(db, entries.filter(isSomething), now)
  await db
    .updateTable('users')
    .set(users => ({
      quota: users('quota', '+', added - given),
      owed: users('owed', '+', uncollected + twice - given),
      aff_quota: users('aff_quota', '+', earningsLeft + twice),
      aff_history_quota: users('aff_history_quota', '+', earningsEver),
      used_quota: users('used_quota', '+', usedQuota),
      request_count: users('request_count', '+', requestCount),
    }))
    .where('id', '=', userId)
    .execute()
  if (added > 0) await collect(db, 'user', userId, now)
}

/** The same for tokens and their caps. */
export async function bringTokenChanges(db: Db, tokens: readonly ChangedToken[], now: number): Promise<void> {
  await lockAccountsChain(db)
  for (const token of tokens) await bringTokenChange(db, token, now)
}

async function bringTokenChange(db: Db, changed: ChangedToken, now: number): Promise<void> {
  const { tokenId, userId, reference, remain, usedQuota } = changed
  const row = await db
    .selectFrom('tokens')
    .select(['remain_quota', 'leased'])
    .where('id', '=', tokenId)
    .$if(databaseKindOf(db) === 'postgres', query => query.forUpdate())
    .executeTakeFirstOrThrow()
  const taken = Math.min(Math.max(0, -remain), Math.max(0, row.remain_quota - row.leased))
  const beyond = Math.max(0, -remain) - taken
  const added = Math.max(0, remain) - taken
  const own = { user_id: userId, token_id: tokenId }
  const kind = DEBT_KINDS.token.owed
  await insertAccountEntries(
    db,
    [
      ...(added === 0 ? [] : [{ ...own, reference, kind: kindOf(reference), token_amount: added }]),
      ...(beyond === 0 ? [] : [{ ...own, reference: `${kind}:token:${reference}`, kind, uncollected: beyond }]),
    ],
    now,
  )
  await db
    .updateTable('tokens')
    .set(tokens => ({
      remain_quota: tokens('remain_quota', '+', added),
      owed: tokens('owed', '+', beyond),
      used_quota: tokens('used_quota', '+', usedQuota),
    }))
    .where('id', '=', tokenId)
    .execute()
  if (added > 0) await collect(db, 'token', tokenId, now)
}
