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

/** Sums of the log's calls for the dashboard, by everything up to `group`. */
interface QuotaDataTable {
  /**
   * Start of the quarter of an hour, from which days of every time zone are summed. Plus one second: arrived after it
   * was closed and is in no sums yet; plus two: arrived then and is in them.
   */
  created_at: number
  /** Empty for failed calls that reached no channel. */
  model_name: string
  channel_id: number
  /** The error code; empty: the call succeeded. */
  cause: string
  user_id: number
  token_id: number
  /** In which they were charged; empty: unknown. */
  group: Defaulted<string>
  /** The latest name. */
  username: Defaulted<string>
  /** Charged calls. */
  count: Defaulted<number>
  /** Failed calls; a failed call that was charged counts in both. */
  failed: Defaulted<number>
  quota: Defaulted<number>
  /** Prompt and completion tokens of charged calls. */
  token_used: Defaulted<number>
  prompt_tokens: Defaulted<number>
  /** Prompt tokens read from the cache. */
  cache_tokens: Defaulted<number>
  /** Quota saved by the cache; null: in rows written before this was counted. */
  cache_saved: Defaulted<number | null>
}

/** Sums of figures. Columns that a facet does not group by are empty or 0. */
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
  group: string
  count: number
  failed: number
  quota: number
  token_used: number
  prompt_tokens: number
  cache_tokens: number
  cache_saved: number
  /** The part of `cache_tokens` whose savings were not counted. */
  cache_uncounted: number
}

/**
 * How far summing has come: everything before `until`, and of the unit that begins there everything up to a key; null:
 * nothing.
 */
interface ReachedColumns {
  until: number
  model_name: string | null
  channel_id: number | null
  user_id: number | null
  token_id: number | null
  cause: string | null
  group: string | null
}

/** One row: how far the figures are in the sums. */
interface FigureRollUpTable extends ReachedColumns {
  id: number
  /** Figures for quarters of an hour before this get separate rows. */
  closed_until: number
}

/** How far each level of a facet, above the first, is built from the level below. */
interface FigureSumLevelsTable extends ReachedColumns {
  facet: number
  seconds: number
}

/** Owners of the tokens in the sums. */
interface FigureTokenUsersTable {
  token_id: number
  user_id: number
}

/** Sums of the log's rows, by everything up to `token_name`. */
interface LogSumsTable {
  /** Hours per unit of time; the level. */
  hours: number
  /** Start of the unit. */
  since: number
  /** -1: all users; -2: all users by token name, in units above the hour. */
  user_id: number
  type: number
  model_name: string
  channel_id: number
  group: string
  /** The error code of failed or interrupted calls, as in the figures; empty for all others. */
  cause: string
  /** Set if the sums belong to one user; else 0. */
  token_id: number
  token_name: string
  rows: number
  quota: number
}

/** How far the log is summed up; one row. */
interface LogRollUpTable {
  id: number
  /** Rows up to this id are in the sums. */
  row_id: number
  /** Rows older than this have been deleted, except late ones; units that begin before it do not count. */
  gone_before: number
}

/** How far the units of one level are built from the level below. */
interface LogSumLevelsTable {
  hours: number
  /** All units below that begin before this are in. */
  until: number
  /** In the unit that begins there, users up to this one are included; null: none. */
  user_id: number | null
}

/** The users who own the rows of a token, or of tokens with a name. */
interface LogTokenUsersTable {
  token_id: number
  token_name: string
  user_id: number
}

/** A request to delete log rows older than a given time. */
interface LogCleanUpsTable {
  id: Generated<number>
  /** Unix seconds, like all its times. */
  before: number
  /** Rows that matched when it was requested. */
  total: number
  deleted: Defaulted<number>
  asked_at: number
  /** 0: still running. */
  finished_at: Defaulted<number>
}

/** A file of old log rows, one JSON row per line, compressed with zstd. */
interface LogArchivesTable {
  id: Generated<number>
  name: string
  /** A folder, or the address of a bucket. */
  place: string
  /** `writing`: does not count yet; `written`: its rows are being removed from the log; `moved`: they are removed. */
  state: 'writing' | 'written' | 'moved'
  rows: Defaulted<number>
  bytes: Defaulted<number>
  /** Of the file, in hex. */
  sha256: Defaulted<string>
  /** Times of its oldest and newest row. */
  from_time: Defaulted<number>
  to_time: Defaulted<number>
  /** Whether younger rows were deleted without being archived: then it is compared with the books separately. */
  is_gapped: Flag
  made_at: number
}

/** Charged calls that moved from the log to an archive, by user. */
interface LogArchiveSumsTable {
  archive_id: number
  user_id: number
  calls: number
  quota: number
}

export type NewLogRow = Insertable<LogsTable>
