import { sql } from 'kysely'
import type { SeenNode } from '../../platform/probes/server-state.ts'
import { databaseTimeMs } from '../../platform/storage/database-time.ts'
import type { Db, Storage } from '../../platform/storage/db.ts'

/** Reads all nodes, including this one. */
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

/** How many accounts each node has leased something of that it has not spent. */
export async function leasesOfNodes(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('leases')
    .select(({ fn }) => ['node', fn.countAll<number>().as('count')])
    .whereRef('taken', '>', 'spent')
    .groupBy('node')
    .execute()
  return new Map(rows.map(({ node, count }) => [node, Number(count)]))
}
