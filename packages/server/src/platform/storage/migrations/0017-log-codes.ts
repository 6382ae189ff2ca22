import type { Kysely } from 'kysely'

/**
 * The code of a log row that is not a call, as a column, because administrators filter by kind of act. Calls have none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('logs')
    .addColumn('code', 'text', column => column.notNull().defaultTo(''))
    .execute()
  // Without the calls the index stays small and costs them nothing.
  await db.schema
    .createIndex('logs_by_code')
    .on('logs')
    .columns(['code', 'created_at'])
    .where('code' as never, '!=', '')
    .execute()
}
