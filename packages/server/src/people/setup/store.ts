import type { Db } from '../../platform/storage/db.ts'

/** The set-up happens once, so its row has a fixed id. */
const SETUP_ID = 1

/** Returns whether the first-run set-up is done. */
export async function isSetUp(db: Db): Promise<boolean> {
  const row = await db.selectFrom('setups').select('id').limit(1).executeTakeFirst()
  return row !== undefined
}

/** Marks the set-up as done. Returns false if it already is. A concurrent transaction waits for the first. */
export async function markSetUp(db: Db, version: string, now: number): Promise<boolean> {
  const row = await db
    .insertInto('setups')
    .values({ id: SETUP_ID, version, initialized_at: now })
    .onConflict(conflict => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
