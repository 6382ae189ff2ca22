import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/** How many members of a team may draw from a plan, and who they are. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  for (const table of ['plans', 'subscriptions'])
    await db.schema.alterTable(table).addColumn('seats', integer).execute()
  await db.schema
    .alterTable('subscriptions')
    .addColumn('seats_open', integer, column => column.notNull().defaultTo(1))
    .execute()
  await db.schema
    .createTable('subscription_seats')
    .addColumn('subscription_id', integer, column => column.notNull())
    .addColumn('user_id', integer, column => column.notNull())
    .addColumn('taken_at', integer, column => column.notNull())
    .addPrimaryKeyConstraint('subscription_seats_once', ['subscription_id', 'user_id'])
    .execute()
}
