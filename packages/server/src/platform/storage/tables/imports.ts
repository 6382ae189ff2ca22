import type { Defaulted } from './columns.ts'

export interface ImportTables {
  imports: ImportsTable
  imported_rows: ImportedRowsTable
}

/** A database of another gateway that was imported. */
interface ImportsTable {
  /** Of the source, the same for every copy of it. */
  id: string
  name: string
  generation: string
  /** Of the file that was read. */
  sha256: string
  imported_at: number
  /** The part of its log that is here or on its way; null: none was asked for. */
  logs_since: Defaulted<number | null>
  logs_until: Defaulted<number | null>
  /** Rows from this id on are here; null: nothing is left to do. */
  logs_below: Defaulted<number | null>
  /** How many rows of its log came. */
  logs: Defaulted<number>
}

/** Which row of a source became which row here. */
interface ImportedRowsTable {
  import_id: string
  /** `user`, `token`, `channel`, `redemption`, `top_up`, `drawing` or `task`. */
  kind: string
  source_id: number
  row_id: number
  /** What it had used before. */
  used_quota: Defaulted<number>
  request_count: Defaulted<number>
}
