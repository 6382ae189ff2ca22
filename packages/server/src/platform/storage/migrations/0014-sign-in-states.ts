import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/** Started sign-ins by other sites, and used proofs. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  await db.schema
    .createTable('sign_in_states')
    .addColumn('id', 'text', column => column.primaryKey().notNull())
    .addColumn('browser', 'text', column => column.notNull())
    .addColumn('user_id', integer, column => column.notNull())
    .addColumn('provider', 'text', column => column.notNull())
    .addColumn('aff_code', 'text', column => column.notNull())
    .addColumn('expires_at', integer, column => column.notNull())
    .execute()
  await db.schema.createIndex('sign_in_states_by_expires_at').on('sign_in_states').column('expires_at').execute()
  await db.schema
    .createTable('spent_proofs')
    .addColumn('id', 'text', column => column.primaryKey().notNull())
    .addColumn('expires_at', integer, column => column.notNull())
    .execute()
  await db.schema.createIndex('spent_proofs_by_expires_at').on('spent_proofs').column('expires_at').execute()
}
