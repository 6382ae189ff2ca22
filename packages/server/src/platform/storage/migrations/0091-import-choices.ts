import type { Kysely } from 'kysely'

/** What an import does with running subscriptions and balances below zero. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, missing] of [
    ['subscriptions', 'list'],
    ['debts', 'keep'],
  ] as const)
    await db.schema
      .alterTable('import_runs')
      .addColumn(name, 'text', column => column.notNull().defaultTo(missing))
      .execute()
}
