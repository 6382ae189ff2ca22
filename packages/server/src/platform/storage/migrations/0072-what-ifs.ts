import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/** Replays of the log's charges with draft prices, and their results. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  await db.schema
    .createTable('what_ifs')
    .addColumn('id', kind === 'sqlite' ? 'integer' : 'bigserial', column =>
      kind === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
    )
    .addColumn('draft', 'text', column => column.notNull())
    .addColumn('since', integer, column => column.notNull())
    .addColumn('until', integer, column => column.notNull())
    .addColumn('state', 'text', column => column.notNull())
    .addColumn('handled', integer, column => column.notNull().defaultTo(0))
    .addColumn('reached', integer, column => column.notNull().defaultTo(0))
    .addColumn('result', 'text', column => column.notNull().defaultTo(''))
    .addColumn('actor_name', 'text', column => column.notNull())
    .addColumn('created_at', integer, column => column.notNull())
    .addColumn('finished_at', integer, column => column.notNull().defaultTo(0))
    .execute()
}
