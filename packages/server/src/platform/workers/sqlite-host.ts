import type { ReportLimits } from '../storage/report-limits.ts'
import type { SqliteService } from '../storage/sqlite/service.ts'
import { toWire } from '../storage/sqlite/wire.ts'
import type { Link, SqliteCall } from './link.ts'

/**
 * Serves the supervisor's SQLite to one worker. Returns a function to call when the worker is gone: it closes the
 * worker's sessions, which rolls back open transactions, and cancels its long reads.
 */
export function hostSqlite(service: SqliteService, link: Link): () => void {
  const sessions = new Set<number>()
  /** Cancels running calls that have limits. */
  const cancels = new Map<number, AbortController>()
  let isGone = false

  async function answer(call: SqliteCall): Promise<void> {
    const { id } = call
    try {
      const value = await run(call)
      link.send('result', { id, value })
    } catch (error) {
      link.send('result', { id, error: toWire(error) })
    } finally {
      cancels.delete(id)
    }
  }

  async function run({ id, name, given, timeoutMs, reader }: SqliteCall): Promise<unknown> {
    const limits: ReportLimits | undefined =
      timeoutMs === undefined ? undefined : { timeoutMs, reader, signal: cancelled(id) }
    if (name === 'closeSession') sessions.delete(given[0] as number)
    // The client sends what the service declares.
    const method = service[name] as (...given: unknown[]) => Promise<unknown>
    const value = await method(...given, ...(limits ? [limits] : []))
    if (name === 'openSession') keep(value as number)
    return value
  }

  function cancelled(id: number): AbortSignal {
    const cancel = new AbortController()
    cancels.set(id, cancel)
    return cancel.signal
  }

  function keep(session: number): void {
    if (isGone) close(session)
    else sessions.add(session)
  }

  const close = (session: number) => service.closeSession(session).catch(() => undefined)

  link.on('query', call => void answer(call))
  link.on('cancel', id => cancels.get(id)?.abort())

  return () => {
    isGone = true
    for (const cancel of cancels.values()) cancel.abort()
    for (const session of sessions) close(session)
  }
}
