import type { Db } from '../storage/db.ts'

/** The set-up happens once, so its row can have one id only. */
const THE_ONE = 1

/** Whether the first-run set-up is done. */
export async function isSetUp(db: Db): Promise<boolean> {
  const row = await db.selectFrom('setups').select('id').limit(1).executeTakeFirst()
  return row !== undefined
}

/** Marks the set-up as done; false when another has done so. In a transaction, a second one waits for the first. */
export async function markSetUp(db: Db, version: string, now: number): Promise<boolean> {
  const row = await db
    .insertInto('setups')
    .values({ id: THE_ONE, version, initialized_at: now })
    .onConflict(conflict => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
