import { sql } from 'kysely'
import { databaseTimeMs } from '../../platform/storage/database-time.ts'
import { type Db, databaseKindOf } from '../../platform/storage/db.ts'

/** Nodes look for recalls every second. */
const PATIENCE_MS = 5_000
const LOOK_EVERY_MS = 100

/**
 * Makes all nodes return what no call holds of any balance or cap, before many accounts are changed. Waits some seconds at most: a
 * node that does not answer is given up by the others.
 */
export async function recallAll(db: Db): Promise<void> {
  const idle = sql`account in ('user', 'token') and is_exact = 0 and taken > spent`
  const time = sql.raw(databaseTimeMs(databaseKindOf(db)))
  const giveUpAt = performance.now() + PATIENCE_MS
  const { rows } = await sql<{ node: string; account: string; account_id: number }>`
    update leases set recalled_at = ${time} where ${idle} returning node, account, account_id`.execute(db)
  let asked = new Set(rows.map(keyOf))
  while (asked.size > 0 && performance.now() < giveUpAt) {
    await Bun.sleep(LOOK_EVERY_MS)
    const left = await sql<Parameters<typeof keyOf>[0]>`
      select node, account, account_id from leases where ${idle}`.execute(db)
    const held = new Set(left.rows.map(keyOf))
    // what is leased anew meanwhile was not asked for
    asked = asked.intersection(held)
  }
}

const keyOf = ({ node, account, account_id }: { node: string; account: string; account_id: number }) =>
  `${node} ${account} ${account_id}`
