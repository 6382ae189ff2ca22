import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../db.ts'

const NOW: Record<DatabaseKind, string> = {
  sqlite: "cast(strftime('%s', 'now') as integer)",
  postgres: 'extract(epoch from now())::bigint',
}

/**
 * When each option was last changed, and by whom. This is unknown for stored options, so they count as changed just
 * now.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  for (const column of ['changed_at', 'changed_by'])
    await db.schema
      .alterTable('options')
      .addColumn(column, integer, definition => definition.notNull().defaultTo(0))
      .execute()
  await sql`update options set changed_at = ${sql.raw(NOW[kind])}`.execute(db)
}
