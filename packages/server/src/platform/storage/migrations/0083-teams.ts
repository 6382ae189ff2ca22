import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/** Teams, which are accounts that nobody signs in to, their members and their invitations. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  const add = (table: string, column: string) =>
    db.schema
      .alterTable(table)
      .addColumn(column, integer, added => added.notNull().defaultTo(0))
      .execute()
  await add('users', 'is_team')
  await add('tokens', 'member_id')
  await add('tokens', 'seat_id')
  const table = (name: string) =>
    db.schema
      .createTable(name)
      .addColumn('id', kind === 'sqlite' ? 'integer' : 'bigserial', column =>
        kind === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
      )
      .addColumn('team_id', integer, column => column.notNull())
      .addColumn('role', 'text', column => column.notNull())

  await table('team_members')
    .addColumn('user_id', integer, column => column.notNull())
    .addColumn('seat_id', integer, column => column.notNull())
    .addColumn('joined_at', integer, column => column.notNull())
    .addColumn('left_at', integer)
    .execute()
  await db.schema.createIndex('team_members_once').on('team_members').columns(['team_id', 'user_id']).unique().execute()
  await db.schema.createIndex('team_members_by_user').on('team_members').column('user_id').execute()
  // A team has one owner, whatever is requested concurrently.
  await db.schema
    .createIndex('team_members_owner')
    .on('team_members')
    .column('team_id')
    .unique()
    .where('role' as never, '=', 'owner' as never)
    .execute()

  await table('team_invitations')
    .addColumn('fingerprint', 'text', column => column.notNull().unique())
    .addColumn('email', 'text', column => column.notNull().defaultTo(''))
    .addColumn('state', 'text', column => column.notNull().defaultTo('open'))
    .addColumn('invited_by', integer, column => column.notNull())
    .addColumn('answered_by', integer, column => column.notNull().defaultTo(0))
    .addColumn('created_at', integer, column => column.notNull())
    .addColumn('expires_at', integer, column => column.notNull())
    .execute()
  await db.schema.createIndex('team_invitations_by_team').on('team_invitations').column('team_id').execute()
}
