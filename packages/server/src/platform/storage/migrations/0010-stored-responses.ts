import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/** Responses and conversations that are kept for their clients, encrypted for each user. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  await db.schema
    .createTable('stored_responses')
    .addColumn('user_id', integer, column => column.notNull())
    .addColumn('id', 'text', column => column.notNull())
    .addColumn('previous_id', 'text', column => column.notNull())
    .addColumn('channel_id', integer, column => column.notNull())
    .addColumn('status', 'text', column => column.notNull())
    .addColumn('bytes', integer, column => column.notNull())
    .addColumn('created_at', integer, column => column.notNull())
    .addColumn('expires_at', integer, column => column.notNull())
    .addColumn('seen_at', integer, column => column.notNull())
    .addColumn('sealed', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('stored_responses_key', ['user_id', 'id'])
    .execute()
  await db.schema.createIndex('stored_responses_id').on('stored_responses').column('id').execute()
  await db.schema.createIndex('stored_responses_expiry').on('stored_responses').column('expires_at').execute()
  await db.schema
    .createIndex('stored_responses_age')
    .on('stored_responses')
    .columns(['user_id', 'created_at'])
    .execute()
  await db.schema
    .createTable('conversations')
    .addColumn('user_id', integer, column => column.notNull())
    .addColumn('id', 'text', column => column.notNull())
    .addColumn('created_at', integer, column => column.notNull())
    .addColumn('expires_at', integer, column => column.notNull())
    .addColumn('sealed', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('conversations_key', ['user_id', 'id'])
    .execute()
  await db.schema.createIndex('conversations_expiry').on('conversations').column('expires_at').execute()
  await db.schema
    .createTable('conversation_items')
    .addColumn('user_id', integer, column => column.notNull())
    .addColumn('conversation_id', 'text', column => column.notNull())
    .addColumn('id', 'text', column => column.notNull())
    .addColumn('place', integer, column => column.notNull())
    .addColumn('bytes', integer, column => column.notNull())
    .addColumn('sealed', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('conversation_items_key', ['user_id', 'conversation_id', 'id'])
    .execute()
  await db.schema
    .createIndex('conversation_items_place')
    .on('conversation_items')
    .columns(['user_id', 'conversation_id', 'place'])
    .execute()
}
