import { CompiledQuery, type QueryResult } from 'kysely'
import type { BatchStatement } from './batch.ts'
import type { DatabaseKind } from './db.ts'
import type { Value } from './value.ts'

export type { Value } from './value.ts'

/** Runs statements: a database, a transaction, or a connection of either. */
export interface Connection {
  executeQuery<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>>
}

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

export type ColumnType = 'bigint' | 'text'
/** Columns in the order of a row's values. */
export type ColumnTypes = Readonly<Record<string, ColumnType>>

/**
 * SQL for PostgreSQL that selects from one JSON parameter, `[[1, "a"], [2, "b"]]`, as from a table: `jsonRows({ id: 'bigint',
 * name: 'text' })` reads `$1`. The text is the same for any number of rows.
 */
function jsonRows(columns: ColumnTypes): string {
  const list = Object.entries(columns).map(([name, type], index) => `cast(value->>${index} as ${type}) as "${name}"`)
  return `(select ${list.join(', ')} from json_array_elements($1))`
}

/** An update of rows, each by values of its own. */
interface RowUpdate<Columns extends ColumnTypes> {
  columns: Columns
  /** The statement: `value` has what stands for each column, `from` goes before `where`. */
  text(value: Readonly<Record<keyof Columns, string>>, from: string): string
  /** Where every change must meet a row: what is named in the error. */
  what?: string
}

/**
 * Returns what makes the statements for changes, each a list of values in the order of `columns`: on PostgreSQL one
 * statement, whose text is the same for any number of rows; on SQLite, where a statement costs less than reading JSON, one
 * for each row.
 */
export function rowUpdate<Columns extends ColumnTypes>({ columns, text, what }: RowUpdate<Columns>) {
  const names = Object.keys(columns)
  const withValues = (write: (name: string, index: number) => string, from: string) =>
    text(
      Object.fromEntries(names.map((name, index) => [name, write(name, index)])) as Record<keyof Columns, string>,
      from,
    )
  const one = withValues((_, index) => `?${index + 1}`, '')
  const all = withValues(name => `change."${name}"`, `from ${jsonRows(columns)} change`)
  const expecting = (rows: number) => (what === undefined ? {} : { expect: rows, what })

  return (kind: DatabaseKind, changes: readonly (readonly Value[])[]): BatchStatement[] => {
    if (changes.length === 0) return []
    if (kind === 'sqlite') return changes.map(parameters => ({ text: one, parameters, ...expecting(1) }))
    return [{ text: all, parameters: [JSON.stringify(changes)], ...expecting(changes.length) }]
  }
}

interface Into {
  table: string
  columns: ColumnTypes
  onConflict?: string
}

/**
 * An insert of rows, each a list of values in the order of `columns`; null: there are none. On PostgreSQL the rows are one
 * parameter, so that the statement is prepared once; SQLite takes values faster than it reads JSON.
 */
export function insertStatement(
  kind: DatabaseKind,
  into: Into,
  rows: readonly (readonly Value[])[],
): BatchStatement | null {
  if (rows.length === 0) return null
  if (kind === 'postgres') return { text: insertFromJson(into), parameters: [JSON.stringify(rows)] }
  return { text: insertValues(into, rows.length), parameters: rows.flat() }
}

const texts = new Map<string, string>()

function remembered(key: string, make: () => string): string {
  const text = texts.get(key) ?? make()
  texts.set(key, text)
  return text
}

const namesOf = (columns: ColumnTypes) =>
  Object.keys(columns)
    .map(column => `"${column}"`)
    .join(', ')

const insertFromJson = ({ table, columns, onConflict = '' }: Into) =>
  remembered(
    table,
    () => `insert into ${table} (${namesOf(columns)}) select * from ${jsonRows(columns)} rows ${onConflict}`,
  )

const insertValues = ({ table, columns, onConflict = '' }: Into, count: number) =>
  remembered(`${table} ${count}`, () => {
    const width = Object.keys(columns).length
    const row = (index: number) => `(${Array.from({ length: width }, (_, column) => `$${index * width + column + 1}`)})`
    const rows = Array.from({ length: count }, (_, index) => row(index))
    return `insert into ${table} (${namesOf(columns)}) values ${rows} ${onConflict}`
  })
