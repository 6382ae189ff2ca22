import { DatabaseUnavailable } from '../transient-errors.ts'
import type { SqliteService } from './service.ts'

/** SQLite that another may come to offer: callers notice nothing but a pause. */
export interface SwitchableSqlite {
  service: SqliteService
  /** Keeps new calls waiting, lets those that run end, for a bounded time, and closes what was used. */
  pause(): Promise<void>
  /** What was used is gone: keeps new calls waiting. */
  pauseAtOnce(): void
  /** Goes on with another service. */
  resume(next: SqliteService): void
}

/** What writes is kept waiting first: a session may read in between. */
type Gate = 'writes' | 'reads'

/** What still runs then is broken off: its callers learn that the database could not be reached, and try again. */
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
    if (!found) throw new DatabaseUnavailable('the session with the database is over')
    return found
  }

  function close(gate: Gate): void {
    if (!gates.has(gate)) gates.set(gate, Promise.withResolvers())
  }

  /** Waits for `isOver`, for `patienceMs` at most. */
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
