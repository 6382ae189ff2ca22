import type { Insertable } from 'kysely'
import type { Db } from '../storage/db.ts'
import { contains } from '../storage/like.ts'
import type { TokenChange, TokenRow, TokensTable } from '../storage/schema.ts'

/** What to look for: part of a name, a whole key by its fingerprint, or part of a key's hint. */
export interface TokenFilters {
  name?: string
  fingerprint?: string
  hint?: string
}

const livingTokens = (db: Db, userId: number) =>
  db.selectFrom('tokens').where('user_id', '=', userId).where('deleted_at', 'is', null)

/** A user's own tokens that pass the filters, newest first: a query for the rows, and one for their number. */
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

/** Makes a token without any quota, which comes from the ledger. */
export const insertToken = (db: Db, token: Omit<Insertable<TokensTable>, 'remain_quota'>): Promise<TokenRow> =>
  db.insertInto('tokens').values(token).returningAll().executeTakeFirstOrThrow()

export async function updateToken(db: Db, id: number, change: Omit<TokenChange, 'remain_quota'>): Promise<void> {
  if (Object.keys(change).length === 0) return
  await db.updateTable('tokens').set(change).where('id', '=', id).execute()
}

/** Hides a token for good; its row stays for the ledger's sake. False when there was none. */
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
