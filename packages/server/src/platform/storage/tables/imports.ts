import type { ImportRun, MirrorKind } from '@tollgate/contract'
import type { Generated } from 'kysely'
import type { Defaulted } from './columns.ts'

export interface ImportTables {
  imports: ImportsTable
  imported_rows: ImportedRowsTable
  import_runs: ImportRunsTable
  mirror_sums: MirrorSumsTable
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
  /** Only rows behind this id are on their way. */
  logs_above: Defaulted<number>
  /** The last id that the log had when it came; null: it did not come. */
  logs_top: Defaulted<number | null>
  /** How many rows of its log came. */
  logs: Defaulted<number>
  /** How often it was brought up to date, and when last; 0: never. */
  syncs: Defaulted<number>
  synced_at: Defaulted<number>
}

/** Which row of a source became which row here. */
interface ImportedRowsTable {
  import_id: string
  /** `user`, `token`, `channel`, `redemption`, `top_up`, `drawing`, `task`, `subscription`, and `debt` or `cap` that was forgiven. */
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
  /** Where its log is, in the same terms; empty: with the rest. */
  log_kind: Defaulted<ImportRun['log_kind']>
  log_source: Defaulted<string>
  log_sealed: Defaulted<string>
  into_rule: ImportRun['into']
  prices: ImportRun['prices']
  subscriptions: Defaulted<ImportRun['subscriptions']>
  debts: Defaulted<ImportRun['debts']>
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
  synced_at: Defaulted<number>
}

/** What planning the copies of calls came to, by one of their properties. */
interface MirrorSumsTable {
  kind: MirrorKind
  /** An id or a name; empty: the others, or all. */
  key: string
  name: string
  copies: number
  refused: number
  unplanned: number
  /** In quota. */
  held: number
  cost: number
  first_at: number
  last_at: number
}
