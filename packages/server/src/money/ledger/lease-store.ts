import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { databaseTimeMs } from '../../platform/storage/database-time.ts'
import type { DatabaseKind } from '../../platform/storage/db.ts'
import type { Tables } from '../../platform/storage/schema.ts'
import type { AccountKind } from './book.ts'
import { collect, lockOwner } from './debts.ts'
import { lockAccountsChain } from './links.ts'
import { beginPeriod, freeOfPeriod } from './period-rows.ts'

/** Thrown for a node whose leases were taken back: it must rejoin before it spends anything. */
export class NodeGivenUp extends Error {
  override name = 'NodeGivenUp'
  constructor(readonly node: string) {
    super(`node ${node} was given up`)
  }
}

/** One account on one node. */
export interface LeaseKey {
  node: string
  account: AccountKind
  id: number
}

/** An account in the database, and its leases. */
export interface AccountState {
  /** The amount neither leased nor spent. */
  free: number
  isUnlimited: boolean
  /** The debt, which is collected before anything is leased. */
  owed: number
  /** Whether any other node is alive. */
  hasNeighbours: boolean
  /** Whether other nodes asked for it recently. */
  isContested: boolean
  /** Whether other nodes have a part of it that no running call holds. */
  idleElsewhere: boolean
  /** The other nodes that have a part of it, even if only for their calls. */
  holders: string[]
  /** What this node has leased so far. */
  taken: number
}

export interface LeaseTaken extends AccountState {
  granted: number
}

/** How long an account is leased in exact amounts after another node asked for it. */
const CONTESTED_MS = 10_000

/** The rows of accounts. */
const TABLES: Readonly<Record<AccountKind, keyof Tables>> = {
  user: 'users',
  token: 'tokens',
  period: 'spending_periods',
}

/** Selects the part of an account that is neither leased nor spent, whether it is limited, and its debt. */
const FREE: Readonly<Record<AccountKind, (id: number) => RawBuilder<unknown>>> = {
  user: id => sql`select quota - leased as free, 0 as unlimited, owed from users where id = ${id}`,
  token: id => sql`select remain_quota - leased as free, unlimited_quota as unlimited,
    case when unlimited_quota = 1 then 0 else owed end as owed from tokens where id = ${id}`,
  period: freeOfPeriod,
}

export type LeaseStore = ReturnType<typeof leaseStore>

/**
 * The rows of leases. Each call is one transaction, which locks the account's row first, then the lease. `silentMs`: the
 * calls of a node that has been silent for this long are over.
 */
export function leaseStore(db: Kysely<Tables>, kind: DatabaseKind, now: () => number, silentMs: number) {
  const time = sql<number>`${sql.raw(databaseTimeMs(kind))}`
  const forUpdate = sql.raw(kind === 'postgres' ? 'for update' : '')

  /** Keeps the node from being given up before the transaction ends. @throws NodeGivenUp */
  async function expectLiving(db: Transaction<Tables>, node: string): Promise<void> {
    const lock = sql.raw(kind === 'postgres' ? 'for key share' : '')
    const { rows } = await sql`select 1 from nodes where id = ${node} ${lock}`.execute(db)
    if (rows.length === 0) throw new NodeGivenUp(node)
  }

  async function readState(db: Transaction<Tables>, { node, account, id }: LeaseKey): Promise<AccountState | null> {
    if (account === 'period') await beginPeriod(db, id)
    const { rows } = await sql<{
      free: number
      unlimited: number
      owed: number
    }>`${FREE[account](id)} ${forUpdate}`.execute(db)
    const row = rows[0]
    if (!row) return null
    const leases = await db
      .selectFrom('leases')
      .leftJoin('nodes', 'nodes.id', 'leases.node')
      .select(['node', 'taken', 'spent', 'is_exact'])
      .select(sql<number>`${time} - recalled_at`.as('recalledFor'))
      .select(sql<number | null>`${time} - seen_at`.as('silentFor'))
      .where('account', '=', account)
      .where('account_id', '=', id)
      .execute()
    const others = leases.filter(lease => lease.node !== node && lease.taken > lease.spent)
    const neighbours = await db.selectFrom('nodes').select('id').where('id', '!=', node).limit(1).execute()
    return {
      free: Math.max(0, row.free),
      isUnlimited: row.unlimited === 1,
      owed: row.owed,
      hasNeighbours: neighbours.length > 0,
      isContested: leases.some(lease => lease.recalledFor < CONTESTED_MS),
      idleElsewhere: others.some(lease => lease.is_exact === 0 || (lease.silentFor ?? silentMs) >= silentMs),
      holders: others.map(lease => lease.node),
      taken: leases.find(lease => lease.node === node)?.taken ?? 0,
    }
  }

  /** Adds to the leased amount of an account; a negative amount is returned. */
  async function move(db: Transaction<Tables>, { node, account, id }: LeaseKey, amount: number, isExact: boolean) {
    await sql`update ${sql.table(TABLES[account])} set leased = leased + ${amount} where id = ${id}`.execute(db)
    await sql`
      insert into leases (node, account, account_id, taken, is_exact)
      values (${node}, ${account}, ${id}, ${amount}, ${Number(isExact)})
      on conflict (node, account, account_id) do update
        set taken = leases.taken + excluded.taken, is_exact = excluded.is_exact`.execute(db)
  }

  /** Acts on an account's row, and collects its debt before and after. Null: there is no such account. */
  async function onAccount<Result extends object>(
    key: LeaseKey,
    act: (db: Transaction<Tables>, state: AccountState) => Promise<Result>,
  ): Promise<(Result & { owed: number }) | null> {
    const { account, id } = key
    const transact = (isOwing: boolean) =>
      db.transaction().execute(async db => {
        // Must be locked before any row, like everywhere that adds to the chain.
        if (isOwing) await lockAccountsChain(db)
        if (isOwing && account === 'period') await lockOwner(db, id)
        await expectLiving(db, key.node)
        const state = await readState(db, key)
        if (!state) return null
        if (!isOwing) return state.owed > 0 ? 'owing' : { ...(await act(db, state)), owed: 0 }
        const before = await collect(db, account, id, now())
        const acted = await act(db, { ...state, free: state.free - before, owed: state.owed - before })
        const after = await collect(db, account, id, now())
        return { ...acted, owed: state.owed - before - after }
      })
    const done = await transact(false)
    return done === 'owing' ? ((await transact(true)) as (Result & { owed: number }) | null) : done
  }

  return {
    /** Leases what `decide` returns for the available amount. Null: there is no such account. */
    take: (key: LeaseKey, decide: (state: AccountState) => number): Promise<LeaseTaken | null> =>
      onAccount(key, async (db, state) => {
        const granted = Math.max(0, Math.min(state.free, decide(state)))
        if (granted > 0) await move(db, key, granted, false)
        return { ...state, granted, taken: state.taken + granted }
      }),

    /** Returns part of a lease. `isExact`: from now on the node keeps only what its calls hold. Resolves to its total lease. */
    giveBack: async (key: LeaseKey, amount: number, isExact = true): Promise<{ taken: number; owed: number }> =>
      (await onAccount(key, async (db, { taken }) => {
        if (!taken) return { taken: 0 }
        await move(db, key, -amount, isExact)
        return { taken: taken - amount }
      })) ?? { taken: 0, owed: 0 },

    /** Returns a node's leased accounts that have a debt. */
    owing: async (node: string): Promise<{ account: AccountKind; id: number }[]> => {
      const { rows } = await sql<{ account: AccountKind; id: number }>`
        select account, account_id as id from leases
        join users on account = 'user' and users.id = account_id
        where node = ${node} and taken > spent and owed > 0
        union all select account, account_id as id from leases
        join tokens on account = 'token' and tokens.id = account_id
        where node = ${node} and taken > spent and owed > 0 and unlimited_quota = 0`.execute(db)
      return rows
    },

    /** Removes a node's lease of an account if nothing is left of it. */
    async forget({ node, account, id }: LeaseKey): Promise<void> {
      await db
        .deleteFrom('leases')
        .where('node', '=', node)
        .where('account', '=', account)
        .where('account_id', '=', id)
        .whereRef('taken', '=', 'spent')
        .execute()
    },

    /** Asks other nodes for their unused part of an account. Returns whether any has a lease of it. */
    async recall({ node, account, id }: LeaseKey): Promise<boolean> {
      const { rows } = await sql`
        update leases set recalled_at = ${time}
        where account = ${account} and account_id = ${id} and node <> ${node} and is_exact = 0 and taken > spent
        returning 1`.execute(db)
      return rows.length > 0
    },

    /** Returns the accounts that others asked a node for and that it has not returned. */
    recalled: (node: string): Promise<{ account: AccountKind; id: number }[]> =>
      db
        .selectFrom('leases')
        .select(['account', 'account_id as id'])
        .where('node', '=', node)
        .where('recalled_at', '>', sql<number>`${time} - ${CONTESTED_MS}`)
        .where('is_exact', '=', 0)
        .execute(),
  }
}
