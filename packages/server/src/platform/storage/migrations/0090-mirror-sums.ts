import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/** Sums of the copies of calls that were planned. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  let table = db.schema.createTable('mirror_sums').addColumn('name', 'text', column => column.notNull())
  for (const name of ['kind', 'key'] as const) table = table.addColumn(name, 'text', column => column.notNull())
  for (const name of ['copies', 'refused', 'unplanned', 'held', 'cost', 'first_at', 'last_at'] as const)
    table = table.addColumn(name, integer, column => column.notNull().defaultTo(0))
  await table.addPrimaryKeyConstraint('mirror_sums_pk', ['kind', 'key']).execute()
}
