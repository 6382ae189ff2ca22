import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'

const TEXTS = ['currency', 'provider_ref', 'payment_ref', 'disputes', 'completed_by', 'note']
const NUMBERS = ['checked_at', 'refunded_cents', 'open_disputes', 'froze', 'taken_quota']

/** The provider's data about an order's payment, its result, and who completed it by hand. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  for (const name of TEXTS)
    await db.schema
      .alterTable('top_ups')
      .addColumn(name, 'text', column => column.notNull().defaultTo(''))
      .execute()
  for (const name of NUMBERS)
    await db.schema
      .alterTable('top_ups')
      .addColumn(name, integer, column => column.notNull().defaultTo(0))
      .execute()
  await db.schema.createIndex('top_ups_by_create_time').on('top_ups').column('create_time').execute()
  await db.schema.createIndex('top_ups_by_payment_ref').on('top_ups').column('payment_ref').execute()
}
