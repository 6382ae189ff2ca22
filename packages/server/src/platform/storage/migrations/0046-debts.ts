import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/**
 * The part of a charge that exceeds its hold becomes a debt, which is collected later. Earlier uncollected amounts are
 * waived, because nobody was told of a debt. Usage counts in full from now on, paid or owed.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  for (const [table, columns] of Object.entries(ADDED)) {
    for (const column of columns)
      await db.schema
        .alterTable(table)
        .addColumn(column, integer, added => added.notNull().defaultTo(0))
        .execute()
    await sql.raw(`create index ${table}_owing on ${table} (id) where owed > 0`).execute(db)
  }
  await sql`update users set waived = (select sum(uncollected) from ledger_entries where user_id = users.id)
    where id in (select user_id from ledger_entries where uncollected > 0)`.execute(db)
  for (const owner of ['user', 'token', 'channel'])
    await sql
      .raw(
        `update ${owner}s set used_quota = used_quota + (
           select sum(uncollected) from ledger_entries where ${owner}_id = ${owner}s.id)
         where id in (select ${owner}_id from ledger_entries where uncollected > 0)`,
      )
      .execute(db)
}

const ADDED = { users: ['owed', 'waived', 'period_owed'], tokens: ['owed', 'period_owed'] }
