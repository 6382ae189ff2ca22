import type { ReportLimits } from '../report-limits.ts'
import { DatabaseUnavailable } from '../transient-errors.ts'
import type { SqliteQuery, SqliteResult } from './service.ts'

/** Statements that belong together. */
export interface Session {
  /** `limits` apply to long reads; default: `reportLimits()`. */
  run(query: SqliteQuery, limits?: ReportLimits): Promise<SqliteResult>
  /** Rolls back an open transaction. */
  close(): Promise<void>
}

/** Gives sessions numbers by which other processes can name them. */
export function makeSessions() {
  const open = new Map<number, Session>()
  let last = 0

  return {
    add(session: Session): number {
      last += 1
      open.set(last, session)
      return last
    },
    get(id: number): Session {
      const session = open.get(id)
      if (!session) throw new DatabaseUnavailable('the session with the database has ended')
      return session
    },
    async close(id: number): Promise<void> {
      const session = open.get(id)
      open.delete(id)
      await session?.close()
    },
  }
}
