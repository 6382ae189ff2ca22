import type { Kysely } from 'kysely'

/** What a log row that is no call tells, as a column: administrators look for kinds of acts. Calls have none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('logs')
    .addColumn('code', 'text', column => column.notNull().defaultTo(''))
    .execute()
  // Without the calls it stays small, and costs them nothing.
  await db.schema
    .createIndex('logs_by_code')
    .on('logs')
    .columns(['code', 'created_at'])
    .where('code' as never, '!=', '')
    .execute()
}
