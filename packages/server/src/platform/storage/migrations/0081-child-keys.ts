import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/** Tokens that other tokens have made, and their slices of quota. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  for (const column of ['parent_id', 'root_id', 'depth', 'slice', 'is_carved', 'is_frozen', 'frozen', 'rpm'])
    await db.schema
      .alterTable('tokens')
      .addColumn(column, integer, added => added.notNull().defaultTo(0))
      .execute()
  await db.schema
    .alterTable('tokens')
    .addColumn('label', 'text', added => added.notNull().defaultTo(''))
    .execute()
  for (const column of ['parent_id', 'root_id'])
    await db.schema
      .createIndex(`tokens_${column}`)
      .on('tokens')
      .columns([column, 'id'])
      .where(sql.ref(column), '>', 0)
      .execute()
}
