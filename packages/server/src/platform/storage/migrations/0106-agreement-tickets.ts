import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/** Sign-ins that lack only the user's consent to the site's rules. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await db.schema
    .alterTable('sign_in_tickets')
    .addColumn('is_for_agreement', kind === 'sqlite' ? 'integer' : 'bigint', column => column.notNull().defaultTo(0))
    .execute()
}
