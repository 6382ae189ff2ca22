import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/** Price lists published by others, and the origin of each price in the options. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  await db.schema
    .createTable('price_lists')
    .addColumn('id', kind === 'sqlite' ? 'integer' : 'bigserial', column =>
      kind === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
    )
    .addColumn('channel_id', integer, column => column.notNull().defaultTo(0))
    .addColumn('address', 'text', column => column.notNull().defaultTo(''))
    .addColumn('models', integer, column => column.notNull().defaultTo(0))
    .addColumn('prices', 'text', column => column.notNull().defaultTo('[]'))
    .addColumn('refused', 'text', column => column.notNull().defaultTo('[]'))
    .addColumn('raised', 'text', column => column.notNull().defaultTo('[]'))
    .addColumn('read_at', integer, column => column.notNull().defaultTo(0))
    .addColumn('failed_at', integer, column => column.notNull().defaultTo(0))
    .addColumn('error', 'text', column => column.notNull().defaultTo(''))
    .addColumn('created_at', integer, column => column.notNull())
    .execute()
  await db.schema
    .createTable('price_origins')
    .addColumn('model', 'text', column => column.primaryKey())
    .addColumn('entries', 'text', column => column.notNull())
    .addColumn('list_id', integer, column => column.notNull())
    .addColumn('source', 'text', column => column.notNull())
    .addColumn('read_at', integer, column => column.notNull())
    .addColumn('listed', 'text', column => column.notNull())
    .addColumn('set_at', integer, column => column.notNull())
    .addColumn('actor_name', 'text', column => column.notNull())
    .execute()
}
