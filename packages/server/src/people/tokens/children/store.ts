import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/storage/db.ts'
import type { TokenRow } from '../../../platform/storage/schema.ts'

/** Begins a statement that may read `branch`: a token and everything below it. The index contains only child keys. */
const branchOf = (id: number): RawBuilder<unknown> => sql`
  with recursive branch(id) as (
    select id from tokens where id = ${id}
    union all select tokens.id from tokens join branch on tokens.parent_id = branch.id and tokens.parent_id > 0
  )`

/** Selects the ids below a token. */
export const idsBelow = (id: number) =>
  sql<number>`(${branchOf(id)} select branch.id from branch where branch.id <> ${id})`

/** Whether a token is below another one of its user. */
export async function isBelow(db: Db, { id, aboveId }: { id: number; aboveId: number }): Promise<boolean> {
  const { rows } = await sql`
    ${branchOf(aboveId)} select 1 from branch where branch.id = ${id} and ${id} <> ${aboveId}`.execute(db)
  return rows.length > 0
}

/** The active tokens below a token, newest first. */
export async function below(
  db: Db,
  id: number,
  { limit, after }: { limit: number; after: number },
): Promise<TokenRow[]> {
  const { rows } = await sql<TokenRow>`
    ${branchOf(id)} select tokens.* from tokens join branch on branch.id = tokens.id
    where tokens.id <> ${id} and deleted_at is null ${after > 0 ? sql`and tokens.id < ${after}` : sql``}
    order by tokens.id desc limit ${limit}`.execute(db)
  return rows
}

/** A token that has just ended. */
export type EndedToken = Pick<TokenRow, 'id' | 'depth' | 'leased'>

/** Marks a token and all below it as deleted, since the ledger needs their rows. Returns those newly marked. */
export async function endBranchOf(db: Db, id: number, now: number): Promise<EndedToken[]> {
  const { rows } = await sql<EndedToken>`
    ${branchOf(id)} update tokens set deleted_at = ${now}
    where id in (select branch.id from branch) and deleted_at is null returning id, depth, leased`.execute(db)
  return rows
}

/** Ended child keys with remaining quota, the deepest first. */
export const endedWithRest = (db: Db, now: number, limit: number): Promise<EndedToken[]> =>
  db
    .selectFrom('tokens')
    .select(['id', 'depth', 'leased'])
    .where('parent_id', '>', 0)
    .where(({ or, eb, and }) =>
      or([eb('deleted_at', 'is not', null), and([eb('expired_time', '>', 0), eb('expired_time', '<=', now)])]),
    )
    .where(({ or, eb, and }) => or([eb('remain_quota', '>', 0), and([eb('is_carved', '=', 1), eb('owed', '>', 0)])]))
    .orderBy('depth', 'desc')
    .limit(limit)
    .execute()

/** Freezes or unfreezes a token with all below it. Returns false if nothing changed. */
export async function freezeBranch(db: Db, id: number, isFrozen: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tokens')
    .set({ is_frozen: Number(isFrozen) })
    .where('id', '=', id)
    .where('is_frozen', '=', Number(!isFrozen))
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  await sql`
    ${branchOf(id)} update tokens set frozen = frozen + ${isFrozen ? 1 : -1}
    where id in (select branch.id from branch)`.execute(db)
  return true
}

/** Copies inherited fields from a token to all below it. */
export async function inheritBelow(
  db: Db,
  { id, group, allow_ips, expired_time }: Pick<TokenRow, 'id' | 'group' | 'allow_ips' | 'expired_time'>,
): Promise<void> {
  const isEarlier = sql`${expired_time} > 0 and (expired_time < 0 or expired_time > ${expired_time})`
  await sql`
    ${branchOf(id)} update tokens set ${sql.ref('group')} = ${group}, allow_ips = ${allow_ips},
      expired_time = case when ${isEarlier} then ${expired_time} else expired_time end
    where id in (select branch.id from branch) and id <> ${id}`.execute(db)
}

/** The tokens below a token, with their models. */
export async function modelsBelow(db: Db, id: number) {
  const { rows } = await sql<Pick<TokenRow, 'id' | 'model_limits' | 'model_limits_enabled'>>`
    ${branchOf(id)} select id, model_limits, model_limits_enabled from tokens
    where id in (select branch.id from branch) and id <> ${id} and deleted_at is null`.execute(db)
  return rows
}

/** How many active child keys a tree has. */
export async function countInTree(db: Db, rootId: number): Promise<number> {
  const { total } = await db
    .selectFrom('tokens')
    .where('root_id', '=', rootId)
    .where('root_id', '>', 0)
    .where('deleted_at', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** For each of these tokens without a parent: how many active child keys are below it, and their remaining quota. */
export async function sumsOfTrees(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, { count: number; remain_quota: number }>()
  const rows = await db
    .selectFrom('tokens')
    .where('root_id', 'in', ids)
    .where('root_id', '>', 0)
    .where('deleted_at', 'is', null)
    .groupBy('root_id')
    .select('root_id')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number>('remain_quota').as('remain_quota')])
    .execute()
  return new Map(rows.map(row => [row.root_id, { count: Number(row.count), remain_quota: Number(row.remain_quota) }]))
}
