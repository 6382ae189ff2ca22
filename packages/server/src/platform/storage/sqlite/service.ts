import type { Batch, Value } from '../batch.ts'
import type { ReportLimits } from '../report-limits.ts'

/** The SQLite service: over threads in the process that owns the file, over IPC in the others. */
export interface SqliteService {
  /** A statement that only reads, in a reader's thread. */
  read(query: SqliteQuery): Promise<SqliteResult>
  /**
   * A long read (logs, statistics, audit) in a separate process.
   * @throws ReportEnded at the time limit, when cancelled, and if too many wait
   */
  report(query: SqliteQuery, limits: ReportLimits): Promise<SqliteResult>
  /**
   * `writer`: waits for the writer and gets it exclusively. `report`: a process for long reads, whose statements may
   * share a snapshot. The session must be closed; closing rolls back an open transaction.
   */
  openSession(on?: SessionKind, limits?: ReportLimits): Promise<number>
  /** @throws DatabaseUnavailable if the session has ended, because it was idle for too long or its thread died */
  inSession(session: number, query: SqliteQuery, limits?: ReportLimits): Promise<SqliteResult>
  closeSession(session: number): Promise<void>
  /** One transaction in the writer's thread, queued with the sessions. */
  batch: Batch
  /** Waits for running requests. Afterwards nothing has the file open. */
  close(): Promise<void>
}

export type SessionKind = 'writer' | 'report'

export interface SqliteQuery {
  text: string
  parameters: readonly Value[]
}

/** Travels as JSON. `changed` and `insertId` are 0 for statements that return rows. */
export interface SqliteResult {
  rows: Record<string, string | number | null>[]
  changed: number
  insertId: number
}
