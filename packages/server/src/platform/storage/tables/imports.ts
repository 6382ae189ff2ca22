import type { ImportRun } from '@tollgate/contract'
import type { Generated } from 'kysely'
import type { Defaulted } from './columns.ts'

export interface ImportTables {
  imports: ImportsTable
  imported_rows: ImportedRowsTable
  import_runs: ImportRunsTable
}

/** A database of another gateway that was imported. */
interface ImportsTable {
  /** The source's id, the same for every copy of it. */
  id: string
  name: string
  generation: string
  /** The hash of the file that was read. */
  sha256: string
  imported_at: number
  /** The part of its log that is here or on its way; null: none was requested. */
  logs_since: Defaulted<number | null>
  logs_until: Defaulted<number | null>
  /** Rows from this id on are here; null: nothing is left to do. */
  logs_below: Defaulted<number | null>
  /** How many rows of its log were imported. */
  logs: Defaulted<number>
}

/** Which row of a source became which row here. */
interface ImportedRowsTable {
  import_id: string
  /** `user`, `token`, `channel`, `redemption`, `top_up`, `drawing` or `task`. */
  kind: string
  source_id: number
  row_id: number
  /** Its usage before the import. */
  used_quota: Defaulted<number>
  request_count: Defaulted<number>
}

/** A move from another gateway that was started in the console. Times are unix seconds, 0: not yet. */
export interface ImportRunsTable {
  id: Generated<number>
  source_kind: ImportRun['source_kind']
  /** Without user and password. */
  source: string
  /** An address, encrypted; empty for a file. */
  source_sealed: Defaulted<string>
  into_rule: ImportRun['into']
  prices: ImportRun['prices']
  logs_since: number | null
  task: ImportRun['task']
  state: ImportRun['state']
  error: Defaulted<string>
  log_rows: Defaulted<number>
  /**
   * JSON of the dry run's report, of the last proof, of its users, and of its calls at the prices here; empty: none
   * yet.
   */
  looked: Defaulted<string>
  proved: Defaulted<string>
  proved_users: Defaulted<string>
  shadowed: Defaulted<string>
  actor_name: string
  created_at: number
  looked_at: Defaulted<number>
  proved_at: Defaulted<number>
  shadowed_at: Defaulted<number>
  shadow_since: Defaulted<number>
}
