import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/** Allowances of plans that count calls, weighted by model, instead of quota. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  for (const table of ['plans', 'subscriptions']) {
    await db.schema
      .alterTable(table)
      .addColumn('unit', 'text', column => column.notNull().defaultTo('quota'))
      .execute()
    await db.schema
      .alterTable(table)
      .addColumn('weights', 'text', column => column.notNull().defaultTo(''))
      .execute()
  }
  for (const [table, name] of [
    ['subscriptions', 'used_calls'],
    ['ledger_entries', 'subscription_calls'],
  ] as const)
    await db.schema
      .alterTable(table)
      .addColumn(name, integer, column => column.notNull().defaultTo(0))
      .execute()
}
