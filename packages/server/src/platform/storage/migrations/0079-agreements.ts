import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/** When users agreed to the site's rules, and to which text. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('agreed_at', kind === 'sqlite' ? 'integer' : 'bigint', column => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('users')
    .addColumn('agreed_to', 'text', column => column.notNull().defaultTo(''))
    .execute()
}
