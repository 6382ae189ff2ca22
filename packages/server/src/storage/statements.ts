import { CompiledQuery, type QueryResult } from 'kysely'
import type { DatabaseKind, Db } from './db.ts'

/** What crosses into a statement. */
export type Value = string | number | null

/** What runs statements: a database, a transaction, or the connection either has. */
export interface Connection {
  executeQuery<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>>
}

/** Runs many statements in a row: finding a transaction's connection anew takes Kysely longer than most of them. */
export const onConnection = <Result>(db: Db, act: (connection: Connection) => Promise<Result>): Promise<Result> =>
  db.getExecutor().provideConnection(act)

/**
 * Runs a statement as it stands, for the paths that must be cheap: nothing is built, and SQLite prepares each text once.
 * Parameters are `$1`, `$2`, … in the order they first appear: so SQLite counts them.
 */
export const run = <Row>(on: Connection, text: string, parameters: readonly Value[]): Promise<QueryResult<Row>> =>
  on.executeQuery({ ...queryOf<Row>(text), parameters })

const queries = new Map<string, CompiledQuery>()

/** Kysely freezes what it compiles, parameters too: so it is given the text alone, and once. */
function queryOf<Row>(text: string): CompiledQuery<Row> {
  const query = queries.get(text) ?? CompiledQuery.raw(text)
  queries.set(text, query)
  // What a text's rows look like is known where it is run.
  return query as CompiledQuery<Row>
}

/**
 * One JSON parameter, `[[1, "a"], [2, "b"]]`, as a table to select from: `given(kind, 1, { id: 'bigint', name: 'text' })`
 * stands for the parameter `$1`. However many rows, the statement's text is the same.
 */
export function given(kind: DatabaseKind, parameter: number, columns: Record<string, 'bigint' | 'text'>): string {
  const list = Object.entries(columns).map(([name, type], index) => `cast(value->>${index} as ${type}) as ${name}`)
  const rows = kind === 'sqlite' ? 'json_each' : 'json_array_elements'
  return `(select ${list.join(', ')} from ${rows}($${parameter}))`
}

const ROWS_AT_ONCE = 64

/** Inserts rows, each a list of values in the order of `columns`, with one statement for every 64 of them. */
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
