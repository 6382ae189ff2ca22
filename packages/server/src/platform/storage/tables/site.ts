import type { ColumnType, Generated } from 'kysely'
import type { Defaulted } from './columns.ts'

export interface SiteTables {
  options: OptionsTable
  notices: NoticesTable
  jobs: JobsTable
  job_runs: JobRunsTable
  alerts: AlertsTable
  alert_messages: AlertMessagesTable
  change_versions: ChangeVersionsTable
  setups: SetupsTable
  database_sizes: DatabaseSizesTable
  storage_sizes: StorageSizesTable
  version_starts: VersionStartsTable
}

interface OptionsTable {
  key: string
  value: string
  /** Unix seconds of the last change, and the user who made it; 0: unknown. */
  changed_at: Defaulted<number>
  changed_by: Defaulted<number>
}

interface SetupsTable {
  id: Generated<number>
  version: string
  initialized_at: number
}

/** The largest size of the database on each day. */
interface DatabaseSizesTable {
  /** Unix seconds of its begin, in UTC. */
  day: number
  bytes: number
}

/** Sizes of the largest tables and of Redis, about every hour. */
export interface StorageSizesTable {
  kind: 'table' | 'redis'
  /** Empty for Redis. */
  name: string
  /** Unix seconds. */
  at: number
  bytes: number
  /** Rows, or keys; null: unknown. */
  items: number | null
}

/** The first start of each version, as its name and its last step of the schema tell it. */
interface VersionStartsTable {
  version: string
  last_step: string
  /** Unix seconds. */
  started_at: number
  /** JSON: the steps that it applied, as `StartedStep`. */
  steps: string
}

interface NoticesTable {
  user_id: number
  kind: string
  /** Unix seconds. */
  sent_at: number
}

/** Every background job: its lease and its last run, by the database's clock. */
export interface JobsTable {
  name: string
  /** Id of the run that holds it. */
  lease_holder: Defaulted<string>
  /** Nobody else may run it until then. */
  lease_until: Defaulted<number>
  started_at: Defaulted<number>
  finished_at: Defaulted<number>
  /** `running` beyond its lease: that run was interrupted. */
  result: ColumnType<JobResult, JobResult | undefined, JobResult>
  handled: Defaulted<number>
  error: Defaulted<string>
  runs: Defaulted<number>
}

/** The last runs of each background job. */
export interface JobRunsTable {
  id: Generated<number>
  name: string
  /** By the database's clock. */
  started_at: number
  took_ms: number
  result: 'succeeded' | 'failed' | 'interrupted'
  handled: number
  error: string
  /** Host and port of the node, and its number among the workers there. */
  server: string
  worker: number
}

/** Current alerts. Times are unix seconds. */
export interface AlertsTable {
  key: string
  rule: string
  /** JSON: the values of its sentences. */
  values: string
  since: number
  /** When the operator was notified; 0: not yet. */
  told_at: Defaulted<number>
}

/** The last message of each alert rule. */
export interface AlertMessagesTable {
  rule: string
  state: 'firing' | 'recovered'
  /** JSON: the values of its sentences. */
  values: string
  /** Unix seconds. */
  told_at: number
}

/** How often each topic of `change-events.ts` was changed, on any node. */
interface ChangeVersionsTable {
  topic: string
  version: Defaulted<number>
}

export type JobResult = 'none' | 'running' | 'succeeded' | 'failed'
