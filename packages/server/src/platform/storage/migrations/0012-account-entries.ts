import { type Kysely, sql } from 'kysely'

/** Balance changes other than calls are listed per user. Calls, nearly all entries, stay out of the index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index ledger_entries_of_accounts on ledger_entries (user_id, id) where kind <> 'request'`.execute(db)
}
