import { sql } from 'kysely'
import type { Db } from '../../src/platform/storage/db.ts'

/** Returns the rows of all tables, or of those meant, in order: a test compares them to see that nothing was changed. */
export async function everyRow(db: Db, isMeant = (_table: string) => true): Promise<Record<string, object[]>> {
  const tables = (await tablesOf(db)).filter(isMeant)
  const rows = tables.map(
    async table => [table, (await sql<object>`select * from ${sql.table(table)} order by 1`.execute(db)).rows] as const,
  )
  return Object.fromEntries(await Promise.all(rows))
}

const known = new WeakMap<Db, Promise<string[]>>()

/** Asked for once: on PostgreSQL the list of tables takes longer than their rows. */
const tablesOf = (db: Db): Promise<string[]> => known.getOrInsertComputed(db, namesOfTables)

async function namesOfTables(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables()
  return tables.map(({ name }) => name).filter(name => !name.startsWith('kysely_'))
}
