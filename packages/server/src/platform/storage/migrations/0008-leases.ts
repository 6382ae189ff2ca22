import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/**
 * Holds are decided in memory, under leases of balances and caps: `quota` becomes the whole balance, and `leased` the
 * part that nodes hold. Entries are chained. Holds left open by an older version are released.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  for (const { table, owner, column } of ACCOUNTS) {
    await db.schema
      .alterTable(table)
      .addColumn('leased', integer, added => added.notNull().defaultTo(0))
      .execute()
    await sql
      .raw(
        `update ${table} set ${column} = ${column} +
           (select sum(${owner}_amount) from holds where holds.${owner}_id = ${table}.id)
         where id in (select ${owner}_id from holds)`,
      )
      .execute(db)
  }
  await db.schema.dropTable('holds').execute()
  await db.schema.dropTable('commit_marks').execute()

  await db.schema
    .createTable('nodes')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('seen_at', integer, column => column.notNull())
    .addColumn('mark', integer, column => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createTable('leases')
    .addColumn('node', 'text', column => column.notNull())
    .addColumn('account', 'text', column => column.notNull())
    .addColumn('account_id', integer, column => column.notNull())
    .addColumn('taken', integer, column => column.notNull().defaultTo(0))
    .addColumn('spent', integer, column => column.notNull().defaultTo(0))
    .addColumn('is_exact', integer, column => column.notNull().defaultTo(0))
    .addColumn('recalled_at', integer, column => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('leases_pk', ['node', 'account', 'account_id'])
    .execute()
  await db.schema.createIndex('leases_account').on('leases').columns(['account', 'account_id']).execute()

  for (const [name, type] of [
    ['chain', 'text'],
    ['link', integer],
    ['place', integer],
  ] as const)
    await db.schema
      .alterTable('ledger_entries')
      .addColumn(name, type, column => column.notNull().defaultTo(type === 'text' ? '' : 0))
      .execute()
  await db.schema
    .createTable('ledger_links')
    .addColumn('chain', 'text', column => column.notNull())
    .addColumn('link', integer, column => column.notNull())
    .addColumn('hash', 'text', column => column.notNull())
    .addColumn('digests', 'text', column => column.notNull())
    .addColumn('made_at', integer, column => column.notNull())
    .addPrimaryKeyConstraint('ledger_links_pk', ['chain', 'link'])
    .execute()
  // Entries up to this one predate the chain.
  await sql`insert into ledger_links (chain, link, hash, digests, made_at)
    select '', 0, '', cast(coalesce(max(id), 0) as text), 0 from ledger_entries`.execute(db)
  if (kind === 'postgres') await sql.raw(MISMATCH).execute(db)
}

const ACCOUNTS = [
  { table: 'users', owner: 'user', column: 'quota' },
  { table: 'tokens', owner: 'token', column: 'remain_quota' },
] as const

/** Fails the calling statement when a batch changed a different number of rows than it must. */
const MISMATCH = `create or replace function tollgate_mismatch(what text) returns integer language plpgsql as
  $$ begin raise exception 'tollgate mismatch: %', what using errcode = 'TG001'; end $$`
