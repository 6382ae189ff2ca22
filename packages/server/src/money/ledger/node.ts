import { sql } from 'kysely'
import { databaseTimeMs } from '../../platform/storage/database-time.ts'
import type { DatabaseKind, Db, Storage } from '../../platform/storage/db.ts'
import { NodeGivenUp } from './lease-store.ts'

/** The rows of nodes. A node is alive while it renews its heartbeat, by the database's clock. */
export function nodeStore(db: Db, kind: DatabaseKind) {
  const time = sql<number>`${sql.raw(databaseTimeMs(kind))}`
  return {
    /** Safe to repeat, because an interrupted one may have taken effect. */
    async join(id: string): Promise<void> {
      // Also a repetition, after a lost confirmation.
      await sql`
        insert into nodes (id, seen_at) values (${id}, ${time})
        on conflict (id) do update set seen_at = excluded.seen_at`.execute(db)
    },

    /** @throws NodeGivenUp */
    async beat(id: string): Promise<void> {
      const { rows } = await sql`update nodes set seen_at = ${time} where id = ${id} returning 1`.execute(db)
      if (rows.length === 0) throw new NodeGivenUp(id)
    },

    async leave(id: string): Promise<void> {
      await sql`delete from nodes where id = ${id} and not exists (select 1 from leases where node = ${id} and taken > spent)`.execute(
        db,
      )
      await sql`delete from leases where node = ${id} and taken = spent`.execute(db)
    },

    /** Returns the other nodes with the time they were last seen and the milliseconds of silence. */
    others: (id: string): Promise<OtherNode[]> =>
      db
        .selectFrom('nodes')
        .select(['id', 'seen_at', sql<number>`${time} - seen_at`.as('silentMs')])
        .where('id', '!=', id)
        .execute(),

    /**
     * Gives a node up unless it was seen since: it can no longer commit anything, and its leases are returned, except for those of
     * locked accounts. Returns whether it was given up.
     */
    giveUp: ({ id, seen_at }: OtherNode): Promise<boolean> =>
      db.transaction().execute(async db => {
        const { numDeletedRows } = await db
          .deleteFrom('nodes')
          .where('id', '=', id)
          .where('seen_at', '=', seen_at)
          .executeTakeFirstOrThrow()
        if (numDeletedRows === 0n) return false
        await returnLeases(db, kind, id)
        return true
      }),

    /** Returns leases whose accounts were locked when their nodes were given up. */
    async returnOrphans(): Promise<void> {
      const orphans = await db
        .selectFrom('leases')
        .select('node')
        .distinct()
        .where('node', 'not in', db.selectFrom('nodes').select('id'))
        .execute()
      for (const { node } of orphans) await db.transaction().execute(db => returnLeases(db, kind, node))
    },
  }
}

export type NodeStore = ReturnType<typeof nodeStore>

export interface OtherNode {
  id: string
  /** Milliseconds by the database's clock. */
  seen_at: number
  silentMs: number
}

const ACCOUNTS = [
  ['users', 'user'],
  ['tokens', 'token'],
  ['spending_periods', 'period'],
] as const

/** Returns the leases of a gone node, except for those of locked accounts. */
async function returnLeases(db: Db, kind: DatabaseKind, node: string): Promise<void> {
  for (const [table, account] of ACCOUNTS) {
    const accounts = sql.table(table)
    const isOf = sql`node = ${node} and account = ${account}`
    if (kind === 'postgres') {
      await sql`
        with free as (
          select id from ${accounts} where id in (select account_id from leases where ${isOf})
          order by id for no key update skip locked
        ), returned as (
          delete from leases where ${isOf} and account_id in (select id from free) returning account_id, taken - spent as amount
        )
        update ${accounts} set leased = leased - amount from returned where id = account_id`.execute(db)
      await sql`delete from leases where ${isOf} and not exists (select 1 from ${accounts} where id = account_id)`.execute(
        db,
      )
      // The rest is left for the next check, because the accounts are locked; the audit uses the time.
      await sql`update leases set recalled_at = ${sql.raw(databaseTimeMs(kind))} where ${isOf}`.execute(db)
    } else {
      await sql`
        update ${accounts} set leased = leased - (
          select sum(taken - spent) from leases where ${isOf} and account_id = ${sql.ref(`${table}.id`)}
        )
        where id in (select account_id from leases where ${isOf})`.execute(db)
      await sql`delete from leases where ${isOf}`.execute(db)
    }
  }
}

/**
 * Returns whether a group commit took effect. If not, it never will, because a higher mark fences it off. Waits for a
 * transaction in progress.
 *
 * @throws NodeGivenUp
 */
export function tookEffect({ ledger }: Pick<Storage, 'ledger'>, node: string, mark: number): Promise<boolean> {
  return ledger.transaction().execute(async db => {
    await sql`update nodes set mark = ${mark + 1} where id = ${node} and mark < ${mark}`.execute(db)
    const { rows } = await sql<{ mark: number }>`select mark from nodes where id = ${node}`.execute(db)
    if (!rows[0]) throw new NodeGivenUp(node)
    return rows[0].mark === mark
  })
}
