import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/** Identities at further OIDC providers, and the provider from which a session or a half-finished sign-in came. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  await db.schema
    .createTable('user_identities')
    .addColumn('provider', 'text', column => column.notNull())
    .addColumn('subject', 'text', column => column.notNull())
    .addColumn('user_id', integer, column => column.notNull())
    .addPrimaryKeyConstraint('user_identities_by_subject', ['provider', 'subject'])
    .addUniqueConstraint('user_identities_by_user', ['user_id', 'provider'])
    .execute()
  for (const table of ['sessions', 'sign_in_tickets'])
    await db.schema
      .alterTable(table)
      .addColumn('provider', 'text', column => column.notNull().defaultTo(''))
      .execute()
}
