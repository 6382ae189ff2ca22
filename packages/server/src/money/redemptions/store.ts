import { type CheckedInputOf, type calls, REDEMPTION_STATUS } from '@tollgate/contract'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../../platform/storage/db.ts'
import { contains } from '../../platform/storage/like.ts'
import { rowsById } from '../../platform/storage/rows-by-id.ts'
import type { RedemptionsTable } from '../../platform/storage/schema.ts'
import { byColumns, byText, type SortedBy, sortRows } from '../../platform/storage/sort-rows.ts'

export type RedemptionRow = Selectable<RedemptionsTable>

const livingRedemptions = (db: Db) => db.selectFrom('redemptions').where('deleted_at', 'is', null)

type RedemptionFilters = Omit<CheckedInputOf<typeof calls.redemptions.list>['query'], 'p' | 'page_size'>

const SORTED_BY: SortedBy<'redemptions'> = {
  ...byColumns(['id', 'status', 'quota', 'created_time']),
  name: byText('name'),
  redeemed_time: sql`nullif(redeemed_time, 0)`,
  used_user_id: sql`nullif(used_user_id, 0)`,
}

/**
 * Queries the codes with the keyword as id, code or part of the name, newest first unless sorted, and their number.
 *
 * @param fingerprint the keyword's fingerprint, in case it is a code
 */
export function redemptionsBy(db: Db, { keyword, status, sort }: RedemptionFilters, fingerprint: string) {
  let query = livingRedemptions(db)
  if (status.length > 0) query = query.where('status', 'in', status)
  if (keyword !== '')
    query = query.where(({ eb, or, ref }) => {
      const id = /^\d{1,15}$/.test(keyword) ? [eb('id', '=', Number(keyword))] : []
      return or([...id, eb('key_fingerprint', '=', fingerprint), contains(ref('name'), keyword)])
    })
  return {
    rows: rowsById(
      sortRows(query.select('id'), sort, SORTED_BY, rows => rows.orderBy('id', 'desc')),
      ids => db.selectFrom('redemptions').selectAll().where('id', 'in', ids).execute(),
    ),
    count: query.select(({ fn }) => fn.countAll<number>().as('total')),
  }
}

export const findRedemption = (db: Db, id: number): Promise<RedemptionRow | undefined> =>
  livingRedemptions(db).selectAll().where('id', '=', id).executeTakeFirst()

export const findRedemptionByKey = (db: Db, fingerprint: string): Promise<RedemptionRow | undefined> =>
  livingRedemptions(db).selectAll().where('key_fingerprint', '=', fingerprint).executeTakeFirst()

/** Inserts codes and returns their ids. */
export async function insertRedemptions(db: Db, redemptions: Insertable<RedemptionsTable>[]): Promise<number[]> {
  const rows = await db.insertInto('redemptions').values(redemptions).returning('id').execute()
  return rows.map(({ id }) => id)
}

/** Changes an unused code. Returns undefined if there is none. */
export const updateUnused = (
  db: Db,
  id: number,
  change: Updateable<RedemptionsTable>,
): Promise<RedemptionRow | undefined> =>
  db
    .updateTable('redemptions')
    .set(change)
    .where('id', '=', id)
    .where('status', '!=', REDEMPTION_STATUS.used)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()

/** Marks a code as used. Only one of several concurrent attempts gets the row; the others get undefined. */
export const takeRedemption = (
  db: Db,
  fingerprint: string,
  { userId, now }: { userId: number; now: number },
): Promise<RedemptionRow | undefined> =>
  db
    .updateTable('redemptions')
    .set({ status: REDEMPTION_STATUS.used, redeemed_time: now, used_user_id: userId })
    .where('key_fingerprint', '=', fingerprint)
    .where('status', '=', REDEMPTION_STATUS.unused)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()

/** Marks a code as deleted. Returns false if there is none. */
export async function deleteRedemption(db: Db, id: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('redemptions')
    .set({ deleted_at: now })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
