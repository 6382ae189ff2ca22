import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/**
 * The conversation of a call. A separate index would cost each call a write to a random page. A conversation belongs to
 * one user, so it is part of the index by user, where new rows go to the end of each user's range.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  await db.schema
    .alterTable('logs')
    .addColumn('conversation', integer, column => column.notNull().defaultTo(0))
    .execute()
  await sql`drop index logs_by_user_id_created_at`.execute(db)
  await sql`create index logs_by_user on logs (user_id, created_at, id, conversation)`.execute(db)
}
