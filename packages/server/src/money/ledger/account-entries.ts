import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/storage/schema.ts'

/** Queries a user's balance changes other than calls, newest first, and their number. */
export function accountEntries(db: Kysely<Tables>, userId: number) {
  const query = db
    .selectFrom('ledger_entries')
    .where('user_id', '=', userId)
    .where('kind', '!=', 'request')
    .where('user_amount', '!=', 0)
  return {
    rows: query.select(['id', 'kind', 'created_at', 'user_amount as quota']).orderBy('id', 'desc'),
    count: query.select(({ fn }) => fn.countAll<number>().as('total')),
  }
}
