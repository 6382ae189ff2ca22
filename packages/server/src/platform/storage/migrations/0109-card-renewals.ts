import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/** Plans that a provider renews by card, and the orders of their renewals. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  const add = (table: string, column: string, usual: number | string) =>
    db.schema
      .alterTable(table)
      .addColumn(column, typeof usual === 'string' ? 'text' : integer, made => made.notNull().defaultTo(usual))
      .execute()
  await add('top_ups', 'term', 1)
  await add('top_ups', 'card_ref', '')
  await add('subscriptions', 'card_ref', '')
  await add('subscriptions', 'card_told', 0)
  await add('subscriptions', 'card_failed', 0)
  await add('subscriptions', 'card_checked_at', 0)
  await add('subscriptions', 'used_before', 0)
  for (const table of ['top_ups', 'subscriptions'])
    await db.schema
      .createIndex(`${table}_by_card`)
      .on(table)
      .column('card_ref')
      .where(sql.ref('card_ref'), '<>', '')
      .execute()
  // However often an invoice is reported, it renews once.
  await db.schema
    .createIndex('top_ups_renewals')
    .on('top_ups')
    .column('provider_ref')
    .unique()
    .where(sql.ref('term'), '>', 1)
    .execute()
}
