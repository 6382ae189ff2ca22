import { processCommand } from '../../process/own-program.ts'
import { ReportEnded, type ReportLimits } from '../report-limits.ts'
import { DatabaseUnavailable } from '../transient-errors.ts'
import { type Assignment, type Reply, type Request, resultOf } from './protocol.ts'
import type { SqliteQuery, SqliteResult } from './service.ts'

/**
 * Runs reads in a separate process. A thread would not work: Bun cannot interrupt a query from outside, and a
 * terminated thread ends only after its query. A killed process ends at once and releases its locks.
 */
export interface ReportProcess {
  run(query: SqliteQuery, limits: ReportLimits): Promise<{ result: SqliteResult; isInTransaction: boolean }>
  isAlive(): boolean
  kill(): Promise<unknown>
}

export function startReportProcess(path: string, onExit: () => void): ReportProcess {
  let answered: ((reply: Reply) => void) | undefined
  let failed: ((error: Error) => void) | undefined
  let isAlive = true

  const child = Bun.spawn(processCommand('platform/storage/sqlite/report-process.ts'), {
    stdio: ['ignore', 'inherit', 'inherit'],
    serialization: 'json',
    ipc: message => answered?.(message as Reply),
    onExit() {
      isAlive = false
      failed?.(new DatabaseUnavailable('a process of the database ended unexpectedly'))
      onExit()
    },
  })
  child.unref()
  child.send({ path, access: 'read' } satisfies Assignment)

  async function kill(): Promise<unknown> {
    isAlive = false
    // The parent may be waiting only for its end.
    child.ref()
    child.kill('SIGKILL')
    return child.exited
  }

  return {
    async run(query, { timeoutMs, signal }) {
      if (signal?.aborted) throw new ReportEnded('report_cancelled')
      const reply = await new Promise<Reply>((resolve, reject) => {
        const end = (reason: ReportEnded['code']) => {
          reject(new ReportEnded(reason))
          void kill()
        }
        const timer = setTimeout(() => end('report_too_slow'), timeoutMs)
        const cancel = () => end('report_cancelled')
        const settle =
          <Value>(conclude: (value: Value) => void) =>
          (value: Value) => {
            clearTimeout(timer)
            signal?.removeEventListener('abort', cancel)
            conclude(value)
          }
        signal?.addEventListener('abort', cancel)
        answered = settle(resolve)
        failed = settle(reject)
        child.send({ kind: 'run', query } satisfies Request)
      })
      return { result: resultOf(reply), isInTransaction: reply.isInTransaction ?? false }
    },
    isAlive: () => isAlive,
    kill,
  }
}
