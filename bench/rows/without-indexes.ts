import type { DatabaseKind, RunSql } from '../lib/database.ts'

/** Lists a table's rebuildable indexes with the statements that make them. */
const indexesOf: Record<DatabaseKind, (table: string) => string> = {
  sqlite: table =>
    `select name, sql from sqlite_master where type = 'index' and tbl_name = '${table}' and sql is not null`,
  postgres: table =>
    `select indexname as name, indexdef as sql from pg_indexes where tablename = '${table}' and schemaname = 'public'
     and indexname not in (select conname from pg_constraint)`,
}

/** Drops the indexes of tables, acts, and rebuilds them, which is much faster than updating them row by row. */
export async function withoutIndexes(
  run: RunSql,
  kind: DatabaseKind,
  tables: readonly string[],
  act: () => Promise<void>,
): Promise<void> {
  const indexes: { name: string; sql: string }[] = []
  for (const table of tables)
    for (const { name, sql } of await run(indexesOf[kind](table)))
      indexes.push({ name: String(name), sql: String(sql) })
  if (kind === 'sqlite') for (const pragma of BULK) await run(`pragma ${pragma}`)
  for (const { name } of indexes) await run(`drop index "${name}"`)
  try {
    await act()
  } finally {
    if (kind === 'postgres') await run(`set maintenance_work_mem = '512MB'`)
    for (const { sql } of indexes) await run(sql)
  }
  if (kind === 'sqlite') await run('pragma journal_mode = wal')
}

const BULK = ['journal_mode = memory', 'synchronous = off', 'cache_size = -500000']
