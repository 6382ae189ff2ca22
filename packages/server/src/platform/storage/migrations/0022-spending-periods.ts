import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/** Daily, weekly or monthly spending limits of users and tokens, and what each period has spent. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  for (const table of ['users', 'tokens']) {
    await db.schema
      .alterTable(table)
      .addColumn('quota_period', 'text', column => column.notNull().defaultTo(''))
      .execute()
    await db.schema
      .alterTable(table)
      .addColumn('period_quota', integer, column => column.notNull().defaultTo(0))
      .execute()
  }
  await db.schema
    .createTable('spending_periods')
    .addColumn('id', integer, column => column.primaryKey())
    .addColumn('owner', 'text', column => column.notNull())
    .addColumn('owner_id', integer, column => column.notNull())
    .addColumn('start_day', integer, column => column.notNull())
    .addColumn('spent', integer, column => column.notNull().defaultTo(0))
    .addColumn('leased', integer, column => column.notNull().defaultTo(0))
    .execute()
}
