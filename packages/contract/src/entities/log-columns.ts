import { z } from 'zod'
import { severalIds, severalNames } from '../list-query.ts'

/** A column of the log: its properties in the database, the API, the export and the console. */
interface LogColumn {
  kind: 'integer' | 'text' | 'flag'
  unit?: 'seconds' | 'milliseconds' | 'quota'
  /**
   * How the database stores it; absent: a value that new rows may omit. `id`: assigned by the database; `required`: new
   * rows have it; `nullable`: null in rows older than the column; `nowhere`: computed when a row is read.
   */
  stored?: 'id' | 'required' | 'nullable' | 'nowhere'
  /** Its kind in the database, if that differs. */
  storedKind?: 'integer'
  /** The value of a new row that omits it; absent: 0, or an empty text. */
  default?: number
  /** Its name in rows of the API, if that differs; null: it is not in them. */
  api?: string | null
  /** It may be absent in rows of the API. */
  optional?: true
  /** Other users get 0, or an empty text, instead. */
  adminOnly?: true
  /**
   * Everybody can search rows by one or several of its whole values, in the API or by clicking one in the console:
   * numbers, or texts up to a length.
   */
  search?: 'number' | { longest: number }
  /**
   * Included in the CSV export, after the columns that `records/logs/export/columns.ts` orders. JSON lines have every
   * column of the API.
   */
  exported?: true
  /**
   * A column of the console's list and a line of the receipt, named by the phrase `log.columns.<name>`. `width` (the
   * minimum) and `maxWidth` are in pixels; a narrow table leaves out the columns with the lowest `rank`; `isOptional`:
   * hidden until chosen.
   */
  list?: { width: number; maxWidth?: number; rank?: number; isOptional?: true }
}

/** The columns of the log, in the order of the API's rows. A migration adds a new one to the database. */
export const LOG_COLUMNS = {
  id: { kind: 'integer', stored: 'id' },
  created_at: { kind: 'integer', stored: 'required' },
  type: { kind: 'integer', stored: 'required' },
  /** In the reader's language; an upstream's own words in their language. */
  content: { kind: 'text' },
  /** The error that the client of a failed call got, if it is in another language. */
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
  /** Both together; what the cache had is part of the prompt. */
  tokens: { kind: 'integer', stored: 'nowhere', list: { width: 104, rank: 0, isOptional: true } },
  use_time: { kind: 'integer', unit: 'seconds' },
  /** The same; 0 if it is unknown. */
  duration_ms: { kind: 'integer', unit: 'milliseconds' },
  is_stream: { kind: 'flag' },
  /** 0: there was none. */
  channel_id: { kind: 'integer', api: 'channel', adminOnly: true },
  channel_name: { kind: 'text', stored: 'nowhere', adminOnly: true },
  request_id: { kind: 'text', search: { longest: 128 } },
  /**
   * A mark shared by the calls of one conversation of a user; 0 or empty: it belongs to none, or was not marked yet.
   */
  conversation: { kind: 'text', storedKind: 'integer' },
  /** JSON text of `LogOther`. */
  other: { kind: 'text' },
  /** The message of a row that is not a call; empty for calls. */
  code: { kind: 'text', api: null },
  /** Why a call failed or was interrupted; empty if it succeeded. */
  error_code: { kind: 'text', api: null },
  /** For streams; -1: no token came. */
  first_token_ms: { kind: 'integer', unit: 'milliseconds', default: -1, api: null },
  /** Prompt tokens read from the cache. */
  cache_tokens: { kind: 'integer', api: null },
  /** Quota that the cache saved, below zero if it cost more; null: written before this was counted. */
  cache_saved: { kind: 'integer', unit: 'quota', stored: 'nullable', api: null },
} as const satisfies Record<string, LogColumn>

export type LogColumns = typeof LOG_COLUMNS
export type LogColumnName = keyof LogColumns

/** Names of the columns with these properties. */
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

/** Columns that can be searched by their whole value. */
export type SearchedColumn = LogColumnsWith<{ search: NonNullable<LogColumn['search']> }>
export const searchedColumns = logColumns.filter(({ search }) => search).map(({ name }) => name as SearchedColumn)

type SearchFields = {
  [Name in SearchedColumn]: LogColumns[Name]['search'] extends 'number'
    ? ReturnType<typeof severalIds>
    : ReturnType<typeof severalNames>
}

/** The schema of queries by these columns, each with several values; 0, or an empty text, matches every row. */
export const searchFields = Object.fromEntries(
  logColumns.map(({ name, search }) => [name, search && searchField(search)]).filter(([, field]) => field),
) as SearchFields

function searchField(search: NonNullable<LogColumn['search']>): z.ZodType {
  return search === 'number' ? severalIds() : severalNames(search.longest)
}

/** Columns of the console's list and of receipts, by the table. */
export type ListedColumn = LogColumnsWith<{ list: NonNullable<LogColumn['list']> }>
export const listedColumns = logColumns.flatMap(({ list, ...column }) =>
  list ? [{ ...column, list, name: column.name as ListedColumn }] : [],
)
