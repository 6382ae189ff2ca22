import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/** Earnings from invitations become ledger entries; earlier earnings become one entry per user. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await db.schema
    .alterTable('ledger_entries')
    .addColumn('aff_amount', kind === 'sqlite' ? 'integer' : 'bigint', column => column.notNull().defaultTo(0))
    .execute()
  await sql`update ledger_entries set aff_amount = -user_amount where kind = 'aff'`.execute(db)
  await sql`
    insert into ledger_entries (reference, kind, user_id, user_amount, aff_amount, created_at)
    select 'earnings:until-now:' || id, 'earnings', id, 0, aff_history_quota, created_at
    from users where aff_history_quota <> 0`.execute(db)
}
