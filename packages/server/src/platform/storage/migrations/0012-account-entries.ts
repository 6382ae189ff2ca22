import { type Kysely, sql } from 'kysely'

/** What changed a balance beside calls is listed user by user; calls, which are almost all entries, stay out of the index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index ledger_entries_of_accounts on ledger_entries (user_id, id) where kind <> 'request'`.execute(db)
}
