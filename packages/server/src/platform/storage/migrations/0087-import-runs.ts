import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/** Moves from other gateways that were started in the console, with their reports. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  const text = ['source_kind', 'source', 'into_rule', 'prices', 'task', 'state', 'actor_name'] as const
  const later = ['source_sealed', 'error', 'looked', 'proved', 'proved_users', 'shadowed'] as const
  let table = db.schema
    .createTable('import_runs')
    .addColumn('id', kind === 'sqlite' ? 'integer' : 'bigserial', column =>
      kind === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
    )
    .addColumn('logs_since', integer)
    .addColumn('created_at', integer, column => column.notNull())
  for (const name of text) table = table.addColumn(name, 'text', column => column.notNull())
  for (const name of later) table = table.addColumn(name, 'text', column => column.notNull().defaultTo(''))
  for (const name of ['log_rows', 'looked_at', 'proved_at', 'shadowed_at', 'shadow_since'] as const)
    table = table.addColumn(name, integer, column => column.notNull().defaultTo(0))
  await table.execute()
}
