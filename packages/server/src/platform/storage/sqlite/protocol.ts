import type { BatchRows, BatchStatement } from '../batch.ts'
import type { SqliteQuery, SqliteResult } from './service.ts'
import { fromWire, type WireError } from './wire.ts'

/** Requests to a thread or process that works on one file. Each gets one reply, in order; both travel as JSON. */
export type Request =
  | { kind: 'run'; query: SqliteQuery }
  | { kind: 'batch'; statements: readonly BatchStatement[] }
  | { kind: 'roll back' }
  | { kind: 'copy log' }
  | { kind: 'close' }

/** The first message, which has no reply. The file is opened by the first request that needs it. */
export interface Assignment {
  path: string
  access: Access
}

export type Access = 'write' | 'read'

export interface Reply {
  result?: SqliteResult
  batchRows?: BatchRows[]
  error?: WireError
  /** A transaction is open after the request. */
  isInTransaction?: boolean
  /** Sent by the writer now and then: the log pages that the database does not have yet. */
  logPages?: number
}

/** @throws the error of the reply */
export function resultOf({ result, error }: Reply): SqliteResult {
  if (error || !result) throw error ? fromWire(error) : new Error('the database sent no result')
  return result
}
