import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/** Mailed codes and links: the last one for each purpose and address. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  await db.schema
    .createTable('email_codes')
    .addColumn('purpose', 'text', column => column.notNull())
    .addColumn('email', 'text', column => column.notNull())
    .addColumn('fingerprint', 'text', column => column.notNull())
    .addColumn('expires_at', integer, column => column.notNull())
    .addPrimaryKeyConstraint('email_codes_key', ['purpose', 'email'])
    .execute()
  await db.schema.createIndex('email_codes_by_expires_at').on('email_codes').column('expires_at').execute()
}
