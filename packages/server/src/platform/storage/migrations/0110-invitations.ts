import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/** Invitations to the site with a role. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  await db.schema
    .createTable('invitations')
    .addColumn('id', kind === 'sqlite' ? 'integer' : 'bigserial', column =>
      kind === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
    )
    .addColumn('fingerprint', 'text', column => column.notNull().unique())
    .addColumn('role', integer, column => column.notNull())
    .addColumn('rights', 'text')
    .addColumn('group', 'text', column => column.notNull().defaultTo(''))
    .addColumn('email', 'text', column => column.notNull().defaultTo(''))
    .addColumn('state', 'text', column => column.notNull().defaultTo('open'))
    .addColumn('invited_by', integer, column => column.notNull())
    .addColumn('accepted_by', integer, column => column.notNull().defaultTo(0))
    .addColumn('created_at', integer, column => column.notNull())
    .addColumn('expires_at', integer, column => column.notNull())
    .execute()
}
