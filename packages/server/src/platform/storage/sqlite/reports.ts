import { type ReportLimits, reportLimits } from '../report-limits.ts'
import { LINE, makeReportLine } from '../report-line.ts'
import { type ReportProcess, startReportProcess } from './report-process-client.ts'
import type { SqliteQuery, SqliteResult } from './service.ts'
import type { Session } from './sessions.ts'

/** Long reads of one file, a few concurrently. */
export interface Reports {
  run(query: SqliteQuery, limits: ReportLimits): Promise<SqliteResult>
  /** A separate process until closed, for several statements on one snapshot. */
  openSession(limits: ReportLimits): Promise<Session>
  close(): Promise<void>
}

const AT_ONCE = 2
/** After this the process ends, which frees about 40 MB. */
const IDLE_MS = 30_000

export function makeReports(path: string): Reports {
  const line = makeReportLine({ atOnce: AT_ONCE, ...LINE })
  const alive = new Set<ReportProcess>()
  const idle: ReportProcess[] = []
  let idleTimer: NodeJS.Timeout | undefined

  function borrow(): ReportProcess {
    const known = idle.pop()
    if (known?.isAlive()) return known
    const started = startReportProcess(path, () => alive.delete(started))
    alive.add(started)
    return started
  }

  function giveBack(borrowed: ReportProcess): void {
    if (!borrowed.isAlive()) return
    idle.push(borrowed)
    clearTimeout(idleTimer)
    idleTimer = setTimeout(() => idle.splice(0).forEach(one => void one.kill()), IDLE_MS)
    idleTimer.unref()
  }

  async function openSession(limits: ReportLimits): Promise<Session> {
    const leave = await line.enter(limits)
    const borrowed = borrow()
    let isInTransaction = false
    return {
      async run(query, limits = reportLimits()) {
        const { result, isInTransaction: isOpen } = await borrowed.run(query, limits)
        isInTransaction = isOpen
        return result
      },
      async close() {
        // A held snapshot keeps the log from being copied.
        if (isInTransaction) await borrowed.kill()
        giveBack(borrowed)
        leave()
      },
    }
  }

  return {
    openSession,
    async run(query, limits) {
      const session = await openSession(limits)
      try {
        return await session.run(query, limits)
      } finally {
        await session.close()
      }
    },
    async close() {
      clearTimeout(idleTimer)
      await Promise.all(Array.from(alive, one => one.kill()))
    },
  }
}
