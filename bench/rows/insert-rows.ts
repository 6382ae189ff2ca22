import type { Value } from '../../packages/server/src/platform/storage/statements.ts'
import type { RunSql } from '../lib/database.ts'

/** Rows per statement. */
const AT_ONCE = 500

export async function insertRows(
  run: RunSql,
  table: string,
  names: readonly string[],
  rows: readonly Value[][],
): Promise<void> {
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const values = rows.slice(from, from + AT_ONCE).map(row => `(${row.map(literal).join(', ')})`)
    await run(`insert into ${table} (${quoted(names)}) values ${values.join(', ')}`)
  }
}

export const quoted = (names: readonly string[]) => names.map(name => `"${name}"`).join(', ')

const literal = (value: Value): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value ?? 'null')
