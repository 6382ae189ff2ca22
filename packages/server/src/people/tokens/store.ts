import type { Insertable } from 'kysely'
import type { Db } from '../../platform/storage/db.ts'
import { contains } from '../../platform/storage/like.ts'
import type { TokenChange, TokenRow, TokensTable } from '../../platform/storage/schema.ts'

/** Filters by part of a name, a key's fingerprint, or part of a key's hint. */
export interface TokenFilters {
  name?: string
  fingerprint?: string
  hint?: string
}

const livingTokens = (db: Db, userId: number) =>
  db.selectFrom('tokens').where('user_id', '=', userId).where('deleted_at', 'is', null)

/** Queries for a user's tokens that pass the filters, newest first, and for their number. */
export function tokensBy(db: Db, userId: number, { name, fingerprint, hint }: TokenFilters) {
  let query = livingTokens(db, userId)
  if (name) query = query.where(({ ref }) => contains(ref('name'), name))
  if (fingerprint) query = query.where('key_fingerprint', '=', fingerprint)
  if (hint) query = query.where(({ ref }) => contains(ref('key_hint'), hint))
  return {
    rows: query.selectAll().orderBy('id', 'desc'),
    count: query.select(({ fn }) => fn.countAll<number>().as('total')),
  }
}

export const findToken = (db: Db, userId: number, id: number): Promise<TokenRow | undefined> =>
  livingTokens(db, userId).selectAll().where('id', '=', id).executeTakeFirst()

/** Inserts a token without quota, which the ledger adds. */
export const insertToken = (db: Db, token: Omit<Insertable<TokensTable>, 'remain_quota'>): Promise<TokenRow> =>
  db.insertInto('tokens').values(token).returningAll().executeTakeFirstOrThrow()

export async function updateToken(db: Db, id: number, change: Omit<TokenChange, 'remain_quota'>): Promise<void> {
  if (Object.keys(change).length === 0) return
  await db.updateTable('tokens').set(change).where('id', '=', id).execute()
}

/** Marks a token as deleted; the ledger needs its row. Returns false when there is none. */
export async function deleteToken(db: Db, userId: number, id: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tokens')
    .set({ deleted_at: now })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
