import { z } from 'zod'

/** A column of the log: what the database, the API, the export and the console know of it. */
interface LogColumn {
  kind: 'integer' | 'text' | 'flag'
  unit?: 'seconds' | 'milliseconds' | 'quota'
  /**
   * In the database, where not as usual, which is a value that new rows may leave out. `id`: the database gives it; `required`: new
   * rows have it; `nullable`: null in rows older than the column; `nowhere`: made when a row is read.
   */
  stored?: 'id' | 'required' | 'nullable' | 'nowhere'
  /** Its kind in the database, where that differs. */
  storedKind?: 'integer'
  /** What a new row has that leaves it out; absent: 0, or an empty text. */
  default?: number
  /** Its name in rows of the API, where that differs; null: it is in none. */
  api?: string | null
  /** Rows of the API may lack it. */
  optional?: true
  /** Other users get rows with 0, or an empty text, in its place. */
  adminOnly?: true
  /** Everybody finds rows by its whole value, by the API or a press on it in the console: a number, or a text up to a length. */
  search?: 'number' | { longest: number }
  /** In the CSV export, after the columns that `records/logs/export/columns.ts` puts in order. JSON lines have every column of the API. */
  exported?: true
  /**
   * A column of the console's list and a line of the receipt, named by the phrase `log.columns.<name>`. `width`, the least, and `maxWidth` in pixels; `rank`: left
   * out of a narrow table, the lowest first; `isOptional`: hidden until chosen.
   */
  list?: { width: number; maxWidth?: number; rank?: number; isOptional?: true }
}

/** The columns of the log, in the order of the API's rows. A migration adds a new one to the database. */
export const LOG_COLUMNS = {
  id: { kind: 'integer', stored: 'id' },
  created_at: { kind: 'integer', stored: 'required' },
  type: { kind: 'integer', stored: 'required' },
  /** In the reader's language; an upstream's own words in theirs. */
  content: { kind: 'text' },
  /** What the client of a failed call was told, where that is another language. */
  told: { kind: 'text', stored: 'nowhere', optional: true },
  user_id: { kind: 'integer', stored: 'required' },
  username: { kind: 'text' },
  token_id: { kind: 'integer', search: 'number' },
  token_name: { kind: 'text', search: { longest: 200 }, list: { width: 80, maxWidth: 180, rank: 9 } },
  model_name: { kind: 'text' },
  group: { kind: 'text', search: { longest: 64 }, list: { width: 64, maxWidth: 120, rank: 1 } },
  quota: { kind: 'integer', unit: 'quota' },
  prompt_tokens: { kind: 'integer' },
  completion_tokens: { kind: 'integer' },
  use_time: { kind: 'integer', unit: 'seconds' },
  /** The same; 0 in rows that do not know. */
  duration_ms: { kind: 'integer', unit: 'milliseconds' },
  is_stream: { kind: 'flag' },
  /** 0: there was none. */
  channel_id: { kind: 'integer', api: 'channel', adminOnly: true },
  channel_name: { kind: 'text', stored: 'nowhere', adminOnly: true },
  request_id: { kind: 'text', search: { longest: 128 } },
  /** The mark that calls of one conversation of a user share; 0, or empty: it is in none, or was not marked yet. */
  conversation: { kind: 'text', storedKind: 'integer' },
  /** JSON text of `LogOther`. */
  other: { kind: 'text' },
  /** What a row that is no call tells; empty for calls. */
  code: { kind: 'text', api: null },
  /** Why a call failed, or was broken off; empty when it went well. */
  error_code: { kind: 'text', api: null },
  /** Of a stream; -1: none came. */
  first_token_ms: { kind: 'integer', unit: 'milliseconds', default: -1, api: null },
  /** Of the prompt's tokens, those read from the cache. */
  cache_tokens: { kind: 'integer', api: null },
  /** Quota that the cache saved, below zero where it cost more; null: written before this was counted. */
  cache_saved: { kind: 'integer', unit: 'quota', stored: 'nullable', api: null },
} as const satisfies Record<string, LogColumn>

export type LogColumns = typeof LOG_COLUMNS
export type LogColumnName = keyof LogColumns

/** Names of the columns that are described so. */
export type LogColumnsWith<Described extends Partial<LogColumn>> = {
  [Name in LogColumnName]: LogColumns[Name] extends Described ? Name : never
}[LogColumnName]

/** The columns and their names, in order. */
export const logColumns = Object.entries(LOG_COLUMNS).map(([name, column]) => ({
  // The keys of the table.
  name: name as LogColumnName,
  ...(column as LogColumn),
}))

const fields = { integer: () => z.number().int(), text: () => z.string(), flag: () => z.boolean() }
type Field<Column extends LogColumn> = Column extends { optional: true }
  ? z.ZodOptional<ReturnType<(typeof fields)[Column['kind']]>>
  : ReturnType<(typeof fields)[Column['kind']]>

type ApiName<Name extends LogColumnName> = LogColumns[Name] extends { api: infer Other extends string | null }
  ? Other extends string
    ? Other
    : never
  : Name
type ApiFields = { [Name in LogColumnName as ApiName<Name>]: Field<LogColumns[Name]> }

/** The schema of the API's rows. */
export const logFields = Object.fromEntries(
  logColumns
    .filter(({ api }) => api !== null)
    .map(({ name, kind, api, optional }) => [api ?? name, optional ? fields[kind]().optional() : fields[kind]()]),
) as ApiFields

/** Columns that rows are found by, by their whole value. */
export type SearchedColumn = LogColumnsWith<{ search: NonNullable<LogColumn['search']> }>
export const searchedColumns = logColumns.filter(({ search }) => search).map(({ name }) => name as SearchedColumn)

type SearchFields = {
  [Name in SearchedColumn]: z.ZodDefault<LogColumns[Name]['search'] extends 'number' ? z.ZodCoercedNumber : z.ZodString>
}

/** The schema of the queries by these columns; 0, or an empty text, finds every row. */
export const searchFields = Object.fromEntries(
  logColumns.map(({ name, search }) => [name, search && searchField(search)]).filter(([, field]) => field),
) as SearchFields

function searchField(search: NonNullable<LogColumn['search']>): z.ZodType {
  return search === 'number' ? z.coerce.number().int().min(0).default(0) : z.string().max(search.longest).default('')
}

/** Columns of the console's list and of receipts, by the table. */
export type ListedColumn = LogColumnsWith<{ list: NonNullable<LogColumn['list']> }>
export const listedColumns = logColumns.flatMap(({ list, ...column }) =>
  list ? [{ ...column, list, name: column.name as ListedColumn }] : [],
)
