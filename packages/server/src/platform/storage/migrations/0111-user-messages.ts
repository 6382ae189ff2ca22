import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/** Messages to users: whom they are for, who has read them, and who was mailed. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  let messages = db.schema
    .createTable('user_messages')
    .addColumn('id', kind === 'sqlite' ? 'integer' : 'bigserial', column =>
      kind === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
    )
    .addColumn('title', 'text', column => column.notNull())
    .addColumn('text', 'text', column => column.notNull())
  for (const name of ['written_by', 'created_at', 'send_at', 'ends_at'])
    messages = messages.addColumn(name, integer, column => column.notNull())
  for (const name of ['by_mail', 'in_console', 'recalled_at', 'mails_done', 'mailed_to'])
    messages = messages.addColumn(name, integer, column => column.notNull().defaultTo(0))
  for (const name of ['mails_total', 'mails_sent', 'mails_failed'])
    messages = messages.addColumn(name, integer, column => column.notNull().defaultTo(0))
  await messages.execute()
  await db.schema.createIndex('user_messages_by_end').on('user_messages').column('ends_at').execute()

  const of = (table: string) =>
    db.schema.createTable(table).addColumn('message_id', integer, column => column.notNull())
  await of('user_message_targets')
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('value', 'text', column => column.notNull().defaultTo(''))
    .addPrimaryKeyConstraint('user_message_targets_once', ['kind', 'value', 'message_id'])
    .execute()
  await db.schema
    .createIndex('user_message_targets_by_message')
    .on('user_message_targets')
    .column('message_id')
    .execute()
  await of('user_message_reads')
    .addColumn('user_id', integer, column => column.notNull())
    .addPrimaryKeyConstraint('user_message_reads_once', ['message_id', 'user_id'])
    .execute()
  await of('user_message_mails')
    .addColumn('user_id', integer, column => column.notNull())
    .addColumn('state', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('user_message_mails_once', ['message_id', 'user_id'])
    .execute()
}
