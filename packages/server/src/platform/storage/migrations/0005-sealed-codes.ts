import { type Kysely, sql } from 'kysely'

/** Redemption codes are encrypted and found by a fingerprint. `seal-at-rest.ts`, which has the key, encrypts existing ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('redemptions').renameColumn('key', 'key_sealed').execute()
  await db.schema
    .alterTable('redemptions')
    .addColumn('key_fingerprint', 'text', column => column.notNull().defaultTo(''))
    .execute()
  await sql`create unique index redemptions_key_fingerprint_unique on redemptions (key_fingerprint)
    where key_fingerprint <> ''`.execute(db)
}
