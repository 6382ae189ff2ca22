import type { Kysely } from 'kysely'

/** Where the log of an imported gateway is, if that is apart. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ['log_kind', 'log_source', 'log_sealed'])
    await db.schema
      .alterTable('import_runs')
      .addColumn(name, 'text', column => column.notNull().defaultTo(''))
      .execute()
}
