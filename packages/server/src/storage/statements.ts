import { CompiledQuery, type QueryResult } from 'kysely'
import type { DatabaseKind, Db } from './db.ts'

/** A parameter of a statement. */
export type Value = string | number | null

/** Runs statements: a database, a transaction, or a connection of either. */
export interface Connection {
  executeQuery<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>>
}

/** Runs many statements on one connection: Kysely's look-up of a transaction's connection costs more than most statements. */
export const onConnection = <Result>(db: Db, act: (connection: Connection) => Promise<Result>): Promise<Result> =>
  db.getExecutor().provideConnection(act)

/**
 * Runs a statement without Kysely's query builder, for hot paths. SQLite prepares each text once. Parameters are `$1`,
 * `$2`, … and must first appear in that order, since SQLite numbers them so.
 */
export const run = <Row>(on: Connection, text: string, parameters: readonly Value[]): Promise<QueryResult<Row>> =>
  on.executeQuery({ ...queryOf<Row>(text), parameters })

const queries = new Map<string, CompiledQuery>()

/** Kysely freezes compiled queries with their parameters, so only the text is compiled, once. */
function queryOf<Row>(text: string): CompiledQuery<Row> {
  const query = queries.get(text) ?? CompiledQuery.raw(text)
  queries.set(text, query)
  // The caller knows the type of the rows.
  return query as CompiledQuery<Row>
}

/**
 * Returns SQL that selects from one JSON parameter, `[[1, "a"], [2, "b"]]`, as from a table:
 * `jsonRows(kind, 1, { id: 'bigint', name: 'text' })` reads `$1`. The text is the same for any number of rows.
 */
export function jsonRows(kind: DatabaseKind, parameter: number, columns: Record<string, 'bigint' | 'text'>): string {
  const list = Object.entries(columns).map(([name, type], index) => `cast(value->>${index} as ${type}) as ${name}`)
  const rows = kind === 'sqlite' ? 'json_each' : 'json_array_elements'
  return `(select ${list.join(', ')} from ${rows}($${parameter}))`
}

const ROWS_AT_ONCE = 64

/** Inserts rows, each a list of values in the order of `columns`, 64 with each statement. */
export async function insertRows(
  on: Connection,
  into: { table: string; columns: readonly string[]; onConflict?: string },
  rows: readonly (readonly Value[])[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const chunk = rows.slice(start, start + ROWS_AT_ONCE)
    await run(on, insertText(into, chunk.length), chunk.flat())
  }
}

const texts = new Map<string, string>()

function insertText(into: { table: string; columns: readonly string[]; onConflict?: string }, count: number): string {
  const key = `${into.table} ${count}`
  const known = texts.get(key)
  if (known) return known
  const { table, columns, onConflict = '' } = into
  const row = (index: number) => `(${columns.map((_, column) => `$${index * columns.length + column + 1}`).join(', ')})`
  const rows = Array.from({ length: count }, (_, index) => row(index)).join(', ')
  const names = columns.map(column => `"${column}"`).join(', ')
  const text = `insert into ${table} (${names}) values ${rows} ${onConflict}`
  texts.set(key, text)
  return text
}
