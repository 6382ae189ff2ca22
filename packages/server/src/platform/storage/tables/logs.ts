import type { LogColumnName, LogColumns, LogColumnsWith } from '@tollgate/contract'
import type { Generated, Insertable } from 'kysely'
import type { Defaulted, Flag } from './columns.ts'

export interface LogTables {
  logs: LogsTable
  quota_data: QuotaDataTable
  figure_sums: FigureSumsTable
  figure_roll_up: FigureRollUpTable
  figure_sum_levels: FigureSumLevelsTable
  figure_token_users: FigureTokenUsersTable
  log_sums: LogSumsTable
  log_roll_up: LogRollUpTable
  log_sum_levels: LogSumLevelsTable
  log_token_users: LogTokenUsersTable
  log_clean_ups: LogCleanUpsTable
  log_archives: LogArchivesTable
  log_archive_sums: LogArchiveSumsTable
}

/** The columns of the contract's table that are stored. */
type LogsTable = { [Name in StoredLogColumn]: StoredAs<LogColumns[Name]> }
export type StoredLogColumn = Exclude<LogColumnName, LogColumnsWith<{ stored: 'nowhere' }>>

type StoredAs<Column> = Column extends { stored: 'id' }
  ? Generated<number>
  : Column extends { stored: 'required' }
    ? ValueOf<Column>
    : Defaulted<Column extends { stored: 'nullable' } ? ValueOf<Column> | null : ValueOf<Column>>

/** Flags are 0 or 1. */
type ValueOf<Column> = Column extends { storedKind: 'integer' }
  ? number
  : Column extends { kind: 'text' }
    ? string
    : number

/** Sums of the log's calls for the dashboard, by everything up to `token_id`. */
interface QuotaDataTable {
  /**
   * Start of the quarter of an hour: whole days of every time zone are made of them. One second more: came after it was closed, and is in
   * no sums yet; two: came then, and is in them.
   */
  created_at: number
  /** Empty for failed calls that reached no channel. */
  model_name: string
  channel_id: number
  /** The error code; empty: the call went well. */
  cause: string
  user_id: number
  token_id: number
  /** As it was last. */
  username: Defaulted<string>
  /** Charged calls. */
  count: Defaulted<number>
  /** Calls that failed; those that were charged too are in both. */
  failed: Defaulted<number>
  quota: Defaulted<number>
  /** Of charged calls: prompt and completion. */
  token_used: Defaulted<number>
  prompt_tokens: Defaulted<number>
  /** Of the prompt's, those read from the cache. */
  cache_tokens: Defaulted<number>
  /** Quota that the cache saved; null: of rows written before this was counted. */
  cache_saved: Defaulted<number | null>
}

/** Sums of figures. What a facet does not tell apart is empty, or 0. */
interface FigureSumsTable {
  facet: number
  /** Length of the unit of time. */
  seconds: number
  /** Start of the unit. */
  since: number
  model_name: string
  channel_id: number
  user_id: number
  token_id: number
  cause: string
  count: number
  failed: number
  quota: number
  token_used: number
  prompt_tokens: number
  cache_tokens: number
  cache_saved: number
  /** Of `cache_tokens`, those whose savings were not counted. */
  cache_uncounted: number
}

/** How far something is added up: all before `until`, and of what begins there all up to a key; null: nothing. */
interface ReachedColumns {
  until: number
  model_name: string | null
  channel_id: number | null
  user_id: number | null
  token_id: number | null
  cause: string | null
}

/** One row: how far figures are in the sums. */
interface FigureRollUpTable extends ReachedColumns {
  id: number
  /** Figures of quarters of an hour before this come as rows of their own. */
  closed_until: number
}

/** How far each level of units above the first of a facet is made from the one below. */
interface FigureSumLevelsTable extends ReachedColumns {
  facet: number
  seconds: number
}

/** Users of the tokens in the sums. */
interface FigureTokenUsersTable {
  token_id: number
  user_id: number
}

/** Sums of the log's rows, by everything up to `token_name`. */
interface LogSumsTable {
  /** Hours in the unit of time; its level. */
  hours: number
  /** Start of the unit. */
  since: number
  /** -1: everybody's; -2: everybody's by the name of the token, in units above the hour. */
  user_id: number
  type: number
  model_name: string
  channel_id: number
  group: string
  /** The error code of calls that failed or were broken off, as the figures have it; empty of all others. */
  cause: string
  /** Where the sums are a user's alone; else 0. */
  token_id: number
  token_name: string
  rows: number
  quota: number
}

/** How far the log is summed up; one row. */
interface LogRollUpTable {
  id: number
  /** Rows up to this id are in the sums, later ones are not. */
  row_id: number
  /** Rows older than this have been deleted, all but such as came later: units that begin before it do not count. */
  gone_before: number
}

/** How far the units of one level are made of those of the level below. */
interface LogSumLevelsTable {
  hours: number
  /** All units below that begin before this are in. */
  until: number
  /** Of the one that begins there, users up to this one are in; null: none. */
  user_id: number | null
}

/** Whose rows those of a token, or of tokens of a name, are. */
interface LogTokenUsersTable {
  token_id: number
  token_name: string
  user_id: number
}

/** Log rows older than a moment are to be deleted. */
interface LogCleanUpsTable {
  id: Generated<number>
  /** Unix seconds, as all its times. */
  before: number
  /** Rows there were when it was asked for. */
  total: number
  deleted: Defaulted<number>
  asked_at: number
  /** 0: it is still going on. */
  finished_at: Defaulted<number>
}

/** A file of old log rows, JSON a line in zstd. */
interface LogArchivesTable {
  id: Generated<number>
  name: string
  /** A folder, or the address of a bucket. */
  place: string
  /** `writing`: it does not count yet; `written`: its rows are on their way out of the log; `moved`: they are out. */
  state: 'writing' | 'written' | 'moved'
  rows: Defaulted<number>
  bytes: Defaulted<number>
  /** Of the file, hex. */
  sha256: Defaulted<string>
  /** Of its oldest and its newest row. */
  from_time: Defaulted<number>
  to_time: Defaulted<number>
  /** Whether younger rows were deleted that are in no archive: then it is compared with the books by itself alone. */
  is_gapped: Flag
  made_at: number
}

/** The charged calls that have left the log for an archive, by user. */
interface LogArchiveSumsTable {
  archive_id: number
  user_id: number
  calls: number
  quota: number
}

export type NewLogRow = Insertable<LogsTable>
