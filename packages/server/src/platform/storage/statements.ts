import { CompiledQuery, type QueryResult } from 'kysely'
import type { BatchStatement, Value } from './batch.ts'
import type { DatabaseKind } from './db.ts'
import { storableJson } from './storable.ts'

export type { Value } from './batch.ts'

/** Runs statements: a database, a transaction, or a connection of either. */
export interface Connection {
  executeQuery<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>>
}

/**
 * Runs a statement without Kysely's query builder, for hot paths. SQLite prepares each text once. Parameters are `$1`,
 * `$2`, … and must first appear in that order, because SQLite numbers them so.
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
 * SQL for PostgreSQL that selects from one JSONB parameter, `[[1, "a"], [2, "b"]]`, as from a table: `jsonRows({ id:
 * 'bigint', name: 'text' })` reads `$1`. The text is the same for any number of rows.
 */
function jsonRows(columns: ColumnTypes, written: Into['written'] = {}): string {
  const list = Object.entries(columns).map(([name, type], index) => {
    const value = `cast(value->>${index} as ${type})`
    return `${written[name]?.(value) ?? value} as "${name}"`
  })
  return `(select ${list.join(', ')} from jsonb_array_elements($1))`
}

/** An update of several rows with individual values. */
interface RowUpdate<Columns extends ColumnTypes> {
  columns: Columns
  /** The statement: `value` gives each column's expression, `from` goes before `where`. */
  text(value: Readonly<Record<keyof Columns, string>>, from: string): string
  /** If every change must hit a row: the name used in the error. */
  what?: string
}

/**
 * Returns a function that makes the statements for changes, each a list of values in the order of `columns`. PostgreSQL
 * gets one statement, whose text is the same for any number of rows above one. SQLite gets one per row, which is
 * cheaper there than reading JSON.
 */
export function rowUpdate<Columns extends ColumnTypes>({ columns, text, what }: RowUpdate<Columns>) {
  const names = Object.keys(columns)
  const withValues = (write: (name: string, index: number) => string, from: string) =>
    text(
      Object.fromEntries(names.map((name, index) => [name, write(name, index)])) as Record<keyof Columns, string>,
      from,
    )
  const one: Record<DatabaseKind, string> = {
    sqlite: withValues((_, index) => `?${index + 1}`, ''),
    postgres: withValues((name, index) => `cast($${index + 1} as ${columns[name]})`, ''),
  }
  const all = withValues(name => `change."${name}"`, `from ${jsonRows(columns)} change`)
  const expecting = (rows: number) => (what === undefined ? {} : { expect: rows, what })

  return (kind: DatabaseKind, changes: readonly (readonly Value[])[]): BatchStatement[] => {
    if (kind === 'sqlite' || changes.length <= 1)
      return changes.map(parameters => ({ text: one[kind], parameters, ...expecting(1) }))
    return [{ text: all, parameters: [storableJson(JSON.stringify(changes))], ...expecting(changes.length) }]
  }
}

interface Into {
  table: string
  columns: ColumnTypes
  /** The SQL written for a column's value, if it is not the value itself. */
  written?: Readonly<Record<string, (value: string) => string>>
  onConflict?: string
}

/**
 * An insert of rows, each a list of values in the order of `columns`; null: there are none. On PostgreSQL several rows
 * are one parameter, so that the statement is prepared once; a single row, and SQLite, take plain values, which is
 * faster than reading JSON.
 */
export function insertStatement(
  kind: DatabaseKind,
  into: Into,
  rows: readonly (readonly Value[])[],
): BatchStatement | null {
  if (rows.length === 0) return null
  if (kind === 'postgres' && rows.length > 1)
    return { text: insertFromJson(into), parameters: [storableJson(JSON.stringify(rows))] }
  return { text: insertValues(into, rows.length), parameters: rows.flat() }
}

const texts = new WeakMap<ColumnTypes, Map<string, string>>()

/** Texts are made once per list of columns; every table has its own list. */
function remembered(columns: ColumnTypes, key: string, make: () => string): string {
  const made = texts.get(columns) ?? new Map<string, string>()
  texts.set(columns, made)
  const text = made.get(key) ?? make()
  made.set(key, text)
  return text
}

const namesOf = (columns: ColumnTypes) =>
  Object.keys(columns)
    .map(column => `"${column}"`)
    .join(', ')

const insertFromJson = ({ table, columns, written, onConflict = '' }: Into) =>
  remembered(
    columns,
    table,
    () => `insert into ${table} (${namesOf(columns)}) select * from ${jsonRows(columns, written)} rows ${onConflict}`,
  )

const insertValues = ({ table, columns, written = {}, onConflict = '' }: Into, count: number) =>
  remembered(columns, `${table} ${count}`, () => {
    const types = Object.entries(columns)
    const value = (name: string, type: ColumnType, number: number) =>
      written[name]?.(`cast($${number} as ${type})`) ?? `$${number}`
    const row = (index: number) =>
      `(${types.map(([name, type], column) => value(name, type, index * types.length + column + 1))})`
    const rows = Array.from({ length: count }, (_, index) => row(index))
    return `insert into ${table} (${namesOf(columns)}) values ${rows} ${onConflict}`
  })
