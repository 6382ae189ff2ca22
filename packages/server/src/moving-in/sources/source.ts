import type { Database } from 'bun:sqlite'

/** A cell as text, whatever its type in the source. */
export type Cell = string | null

/** Another gateway's database, readable like a SQLite file whatever its kind. */
export interface Source {
  /** The operator's name for it, without a password. */
  name: string
  database: Database
  /** What it is a database of. */
  kind: 'sqlite' | 'postgres' | 'mysql'
  /** The hexadecimal SHA-256 of the file or of the rows that were read. */
  sha256: string
  /** Column names by table. Tables outside of READ_TABLES have no rows. */
  columns: ReadonlyMap<string, readonly string[]>
  /** Whether its log was read. */
  hasLogs: boolean
  /** The database of its log, where that is apart. */
  apart?: Source
  close(): void
}

/** The parts of a source to read. */
export interface Wanted {
  withLogs: boolean
  /** Where its log is, if that is apart: a database, a dump, or an export of the table. */
  logSource?: string | undefined
  /** Its gateway may go on running, and only rows of its log behind this id are needed. Absent: it must stand still. */
  ofRunning?: { logsAfter: number }
}

/** The database that holds a source's log. */
export const logOf = (source: Source): Source => source.apart ?? source

/** The tables that are read. */
export const READ_TABLES: ReadonlySet<string> = new Set([
  'users',
  'tokens',
  'channels',
  'abilities',
  'options',
  'redemptions',
  'top_ups',
  'midjourneys',
  'tasks',
  'setups',
  'two_fas',
  'passkey_credentials',
  'user_oauth_bindings',
  'user_subscriptions',
  'logs',
])

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Reads a table's rows one by one, by id if it has one. Missing columns are absent. */
export function rowsOf(
  { database, columns }: Source,
  table: string,
  { where = 'true', order = 'rowid' }: { where?: string; order?: string } = {},
): IterableIterator<Record<string, Cell>> {
  const names = columns.get(table) ?? []
  if (names.length === 0) return [][Symbol.iterator]()
  const list = names.map(name => `cast(${quoted(name)} as text) as ${quoted(name)}`)
  return database
    .query<Record<string, Cell>, []>(`select ${list.join(', ')} from ${quoted(table)} where ${where} order by ${order}`)
    .iterate()
}
