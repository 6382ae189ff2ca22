import { NEVER, type Sort, TOKEN_STATUS } from '@tollgate/contract'
import { type Insertable, sql } from 'kysely'
import type { Db } from '../../platform/storage/db.ts'
import { contains } from '../../platform/storage/like.ts'
import type { TokenChange, TokenRow, TokensTable } from '../../platform/storage/schema.ts'
import { byColumns, byText, type SortedBy, sortRows } from '../../platform/storage/sort-rows.ts'
import { idsBelow } from './children/store.ts'

/** Filters by part of a name, a key's fingerprint, or part of a key's hint, and by group and status. */
export interface TokenFilters {
  name?: string
  fingerprint?: string
  hint?: string
  group?: readonly string[]
  /** The status that owners see. */
  status?: readonly number[]
  sort?: Sort<'tokens'>
  /** Only tokens without a parent. */
  isTop?: boolean
  /** Only those of this member of a team. */
  memberId?: number
  /** Only the child keys below this token. */
  belowId?: number
}

const SORTED_BY: Omit<SortedBy<'tokens'>, 'status'> = {
  ...byColumns(['used_quota', 'created_time']),
  name: byText('name'),
  group: byText('group'),
  remain_quota: sql`case when unlimited_quota = 1 then null else remain_quota end`,
  accessed_time: sql`nullif(accessed_time, 0)`,
  expired_time: sql`nullif(expired_time, ${NEVER})`,
}

const livingTokens = (db: Db, userId: number) =>
  db.selectFrom('tokens').where('user_id', '=', userId).where('deleted_at', 'is', null)

/** Queries for a user's tokens that pass the filters, newest first where no sort is given, and for their number. */
export function tokensBy(db: Db, userId: number, filters: TokenFilters, now: number) {
  const { name, fingerprint, hint, group = [], status = [], sort = '', isTop, memberId, belowId } = filters
  let query = livingTokens(db, userId)
  if (group.length > 0) query = query.where('group', 'in', group)
  if (status.length > 0) query = query.where(shownStatus(now), 'in', status)
  if (isTop) query = query.where('parent_id', '=', 0)
  if (memberId !== undefined) query = query.where('member_id', '=', memberId)
  if (belowId !== undefined) query = query.where('id', 'in', idsBelow(belowId))
  if (name) query = query.where(({ ref }) => contains(ref('name'), name))
  if (fingerprint) query = query.where('key_fingerprint', '=', fingerprint)
  if (hint) query = query.where(({ ref }) => contains(ref('key_hint'), hint))
  return {
    rows: sortRows(query.selectAll(), sort, { ...SORTED_BY, status: shownStatus(now) }, rows =>
      rows.orderBy('id', 'desc'),
    ),
    count: query.select(({ fn }) => fn.countAll<number>().as('total')),
  }
}

/** The same rule as `tokenStatus`. */
const shownStatus = (now: number) => sql<number>`case
  when status <> ${TOKEN_STATUS.enabled} then status
  when expired_time <> ${NEVER} and expired_time <= ${now} then ${sql.lit(TOKEN_STATUS.expired)}
  when unlimited_quota = 0 and remain_quota <= 0 then ${sql.lit(TOKEN_STATUS.exhausted)}
  else status end`

export const findToken = (db: Db, userId: number, id: number): Promise<TokenRow | undefined> =>
  livingTokens(db, userId).selectAll().where('id', '=', id).executeTakeFirst()

/** Inserts a token without quota, which the ledger adds. */
export const insertToken = (db: Db, token: Omit<Insertable<TokensTable>, 'remain_quota'>): Promise<TokenRow> =>
  db.insertInto('tokens').values(token).returningAll().executeTakeFirstOrThrow()

export async function updateToken(db: Db, id: number, change: Omit<TokenChange, 'remain_quota'>): Promise<void> {
  if (Object.keys(change).length === 0) return
  await db.updateTable('tokens').set(change).where('id', '=', id).execute()
}
