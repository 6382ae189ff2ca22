import { sql } from 'kysely'
import type { Db } from '../../platform/storage/db.ts'
import { subscriptionsOf } from '../tables/subscriptions.ts'

/** An account's figures at its import: the current figures less what has moved since. */
export interface UserFigures {
  sourceId: number
  quota: number
  usedQuota: number
  requestCount: number
  affQuota: number
  affHistory: number
  password: string
}
export interface TokenFigures {
  sourceId: number
  remainQuota: number
  usedQuota: number
  fingerprint: string
}

const CAP_KINDS = `('cap-owed', 'cap-collect')`
const OTHER_DEBTS = `('cap-owed', 'cap-collect', 'period-owed', 'period-collect')`
const CHARGES = `('request', 'task-refund', 'task-adjust', 'refund', 'refund-undone')`

/** The condition for entries that this import did not make. The id is hexadecimal. */
const othersOf = (id: string) =>
  `not (${[`import:${id}:`, `earnings:import:${id}:`, `cap-owed:token:import:${id}:`]
    .map(begin => `substr(reference, 1, ${begin.length}) = '${begin}'`)
    .join(' or ')})`

const movedSince = (owner: 'user' | 'token', id: string, from = 0) => `
  select ${owner}_id as owner_id, sum(user_amount) as user_amount, sum(token_amount) as token_amount,
    sum(case when kind in ${OTHER_DEBTS} then 0 else uncollected end) as uncovered,
    sum(case when kind in ${CAP_KINDS} then uncollected else 0 end) as beyond_cap,
    sum(aff_amount) as aff_amount, sum(case when kind = 'earnings' then aff_amount else 0 end) as earned,
    sum(case when kind in ${CHARGES} then uncollected - user_amount else 0 end) as charged,
    sum(case when kind = 'request' then 1 else 0 end) as requests
  from ledger_entries where ${othersOf(id)} and created_at >= ${from} group by 1`

const since = (name: string) => `coalesce(moved.${name}, 0)`

export async function userFigures(db: Db, id: string): Promise<UserFigures[]> {
  const { rows } = await sql<UserFigures>`${sql.raw(`
    select imported.source_id as "sourceId",
      account.quota - ${since('user_amount')} - (account.owed + account.waived - ${since('uncovered')}) as quota,
      account.used_quota - ${since('charged')} as "usedQuota",
      account.request_count - ${since('requests')} as "requestCount",
      account.aff_quota - ${since('aff_amount')} as "affQuota",
      account.aff_history_quota - ${since('earned')} as "affHistory",
      account.password
    from imported_rows imported join users account on account.id = imported.row_id
    left join (${movedSince('user', id)}) moved on moved.owner_id = account.id
    where imported.import_id = '${id}' and imported.kind = 'user'`)}`.execute(db)
  return rows
}

export async function tokenFigures(db: Db, id: string): Promise<TokenFigures[]> {
  const { rows } = await sql<TokenFigures>`${sql.raw(`
    select imported.source_id as "sourceId",
      account.remain_quota - ${since('token_amount')} - (account.owed - ${since('beyond_cap')}) as "remainQuota",
      account.used_quota - ${since('charged')} as "usedQuota",
      account.key_fingerprint as fingerprint
    from imported_rows imported join tokens account on account.id = imported.row_id
    left join (${movedSince('token', id)}) moved on moved.owner_id = account.id
    where imported.import_id = '${id}' and imported.kind = 'token'`)}`.execute(db)
  return rows
}

/** What has moved here since a time, by the account's id in the source. Both numbers are whole. */
export interface Moved {
  sourceId: number
  amount: number
  charged: number
  requests: number
}

export async function movedHere(db: Db, owner: 'user' | 'token', id: string, from: number): Promise<Moved[]> {
  const amount =
    owner === 'user'
      ? `${since('user_amount')} - ${since('uncovered')}`
      : `${since('token_amount')} - ${since('beyond_cap')}`
  const { rows } = await sql<Moved>`${sql.raw(`
    select imported.source_id as "sourceId", ${amount} as amount, ${since('charged')} as charged,
      ${since('requests')} as requests
    from imported_rows imported join (${movedSince(owner, id, from)}) moved on moved.owner_id = imported.row_id
    where imported.import_id = '${id}' and imported.kind = '${owner}' order by 1`)}`.execute(db)
  return rows.filter(({ amount, charged, requests }) => amount !== 0 || charged !== 0 || requests !== 0)
}

/** Charges of a channel since the import, by its id here. */
export async function chargedSince(db: Db): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; charged: number }>`${sql.raw(
    `select channel_id as id, sum(uncollected - user_amount) as charged from ledger_entries where kind in ${CHARGES} group by 1`,
  )}`.execute(db)
  return new Map(rows.map(({ id, charged }) => [id, charged]))
}

/** What the import credited for subscriptions, by the user's id here. */
export async function creditedSubscriptions(db: Db, id: string): Promise<ReadonlyMap<number, number>> {
  const begin = subscriptionsOf(id)
  const { rows } = await sql<{ id: number; credited: number }>`${sql.raw(
    `select user_id as id, sum(user_amount) as credited from ledger_entries where substr(reference, 1, ${begin.length}) = '${begin}' group by 1`,
  )}`.execute(db)
  return new Map(rows.map(({ id, credited }) => [id, credited]))
}
