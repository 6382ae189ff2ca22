import { sql } from 'kysely'
import { databaseTimeMs } from '../../platform/storage/database-time.ts'
import type { Storage } from '../../platform/storage/db.ts'

/** A node as its row shows it. */
export interface SeenNode {
  id: string
  /** Since its last heartbeat, by the database's clock. */
  silentMs: number
  /** What it has leased of users' balances and not used up. */
  held: number
}

/** Reads all nodes, this one among them. */
export async function seenNodes({ ledger, kind }: Pick<Storage, 'ledger' | 'kind'>): Promise<SeenNode[]> {
  const time = sql<number>`${sql.raw(databaseTimeMs(kind))}`
  const rows = await ledger
    .selectFrom('nodes')
    .select(({ selectFrom }) => [
      'id',
      sql<number>`${time} - seen_at`.as('silentMs'),
      selectFrom('leases')
        .select(sql<number>`coalesce(sum(taken - spent), 0)`.as('held'))
        .whereRef('leases.node', '=', 'nodes.id')
        .where('account', '=', 'user')
        .as('held'),
    ])
    .execute()
  return rows.map(({ id, silentMs, held }) => ({ id, silentMs: Number(silentMs), held: Number(held) }))
}
