import { DatabaseUnavailable } from '../transient-errors.ts'
import type { SqliteService } from './service.ts'

/** A SQLite service that another one can replace: callers notice only a pause. */
export interface SwitchableSqlite {
  service: SqliteService
  /** Keeps new calls waiting, lets running ones end for a bounded time, and closes the old service. */
  pause(): Promise<void>
  /** Call this when the old service is gone: keeps new calls waiting. */
  pauseAtOnce(): void
  /** Continues with another service. */
  resume(next: SqliteService): void
}

/** Writes wait first, because an open session may still need to read. */
type Gate = 'writes' | 'reads'

/** Calls still running after this are aborted: their callers learn that the database is unavailable and try again. */
const PATIENCE_MS = 5_000

export function switchableSqlite(first: SqliteService, patienceMs = PATIENCE_MS): SwitchableSqlite {
  let used = first
  let lastSession = 0
  const sessions = new Map<number, { of: SqliteService; id: number }>()
  const gates = new Map<Gate, PromiseWithResolvers<void>>()
  const running = { writes: 0, reads: 0 }
  let noticeEnd: () => void = () => undefined

  async function ask<Answer>(gate: Gate, act: (service: SqliteService) => Promise<Answer>): Promise<Answer> {
    for (let closed = gates.get(gate); closed; closed = gates.get(gate)) await closed.promise
    running[gate] += 1
    try {
      return await act(used)
    } finally {
      running[gate] -= 1
      noticeEnd()
    }
  }

  function sessionOf(session: number): { of: SqliteService; id: number } {
    const found = sessions.get(session)
    if (!found) throw new DatabaseUnavailable('the session with the database has ended')
    return found
  }

  function close(gate: Gate): void {
    if (!gates.has(gate)) gates.set(gate, Promise.withResolvers())
  }

  /** Waits for `isOver`, at most `patienceMs`. */
  async function until(isOver: () => boolean): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, patienceMs)
    noticeEnd = () => isOver() && resolve()
    noticeEnd()
    await promise
    clearTimeout(timer)
    noticeEnd = () => undefined
  }

  return {
    service: {
      read: query => ask('reads', service => service.read(query)),
      report: (query, limits) => ask('writes', service => service.report(query, limits)),
      openSession: (on, limits) =>
        ask('writes', async of => {
          const id = await of.openSession(on, limits)
          lastSession += 1
          sessions.set(lastSession, { of, id })
          return lastSession
        }),
      async inSession(session, query, limits) {
        const { of, id } = sessionOf(session)
        return of.inSession(id, query, limits)
      },
      async closeSession(session) {
        const found = sessions.get(session)
        sessions.delete(session)
        await found?.of.closeSession(found.id)
        noticeEnd()
      },
      batch: statements => ask('writes', service => service.batch(statements)),
      close: () => used.close(),
    },
    async pause() {
      close('writes')
      await until(() => running.writes === 0 && sessions.size === 0)
      close('reads')
      const left = [...sessions.values()]
      sessions.clear()
      for (const { of, id } of left) of.closeSession(id).catch(() => undefined)
      await until(() => running.reads === 0)
      await used.close()
    },
    pauseAtOnce() {
      close('writes')
      close('reads')
      sessions.clear()
    },
    resume(next) {
      used = next
      const closed = [...gates.values()]
      gates.clear()
      for (const gate of closed) gate.resolve()
    },
  }
}
