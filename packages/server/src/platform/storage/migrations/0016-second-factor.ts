import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/** One-time codes, recovery codes and passkeys; sign-ins waiting for one of them; when a session was last confirmed. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  const { schema } = db
  const since = (table: string, column: string) =>
    schema
      .alterTable(table)
      .addColumn(column, integer, added => added.notNull().defaultTo(0))
      .execute()
  await since('users', 'second_factor_at')
  await since('sessions', 'confirmed_at')
  await schema
    .createTable('second_factors')
    .addColumn('user_id', integer, column => column.primaryKey())
    .addColumn('secret_sealed', 'text', column => column.notNull().defaultTo(''))
    .addColumn('pending_sealed', 'text', column => column.notNull().defaultTo(''))
    .addColumn('last_step', integer, column => column.notNull().defaultTo(0))
    .execute()
  await schema
    .createTable('recovery_codes')
    .addColumn('user_id', integer, column => column.notNull())
    .addColumn('fingerprint', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'fingerprint'])
    .execute()
  await schema
    .createTable('passkeys')
    .addColumn('id', kind === 'sqlite' ? 'integer' : 'bigserial', column =>
      kind === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
    )
    .addColumn('user_id', integer, column => column.notNull())
    .addColumn('credential_id', 'text', column => column.notNull().unique())
    .addColumn('public_key', 'text', column => column.notNull())
    .addColumn('counter', integer, column => column.notNull())
    .addColumn('transports', 'text', column => column.notNull().defaultTo(''))
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('created_at', integer, column => column.notNull())
    .addColumn('last_used_at', integer, column => column.notNull().defaultTo(0))
    .execute()
  await schema.createIndex('passkeys_by_user_id').on('passkeys').column('user_id').execute()
  await schema
    .createTable('sign_in_tickets')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('user_id', integer, column => column.notNull())
    .addColumn('attempts', integer, column => column.notNull().defaultTo(0))
    .addColumn('expires_at', integer, column => column.notNull())
    .execute()
  await schema.createIndex('sign_in_tickets_by_user_id').on('sign_in_tickets').column('user_id').execute()
  await schema
    .createTable('passkey_challenges')
    .addColumn('purpose', 'text', column => column.notNull())
    .addColumn('holder', 'text', column => column.notNull())
    .addColumn('challenge', 'text', column => column.notNull())
    .addColumn('expires_at', integer, column => column.notNull())
    .addPrimaryKeyConstraint('passkey_challenges_key', ['purpose', 'holder'])
    .execute()
}
