import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/** Orders that buy a plan: which, under what terms, and the subscription that began. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  for (const name of ['plan_id', 'subscription_id'])
    await db.schema
      .alterTable('top_ups')
      .addColumn(name, integer, column => column.notNull().defaultTo(0))
      .execute()
  await db.schema
    .alterTable('top_ups')
    .addColumn('plan_terms', 'text', column => column.notNull().defaultTo(''))
    .execute()
}
