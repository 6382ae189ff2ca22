import type { ReportLimits } from '../storage/report-limits.ts'
import type { SqliteService } from '../storage/sqlite/service.ts'
import { fromWire } from '../storage/sqlite/wire.ts'
import { DatabaseUnavailable } from '../storage/transient-errors.ts'
import type { Link, SqliteCallName } from './link.ts'

/**
 * SQLite of the process at the other end: for a worker, and for a server that has handed its database over.
 * @param ended resolves when the other end is gone; calls then fail as if the database were away
 */
export function sqliteOverLink(link: Link, ended?: Promise<void>): SqliteService {
  const pending = new Map<number, PromiseWithResolvers<never>>()
  let lastId = 0
  let isOver = false

  link.on('result', ({ id, value, error }) => {
    const call = pending.get(id)
    pending.delete(id)
    if (error) call?.reject(fromWire(error))
    else call?.resolve(value as never)
  })

  void ended?.then(() => {
    isOver = true
    for (const { reject } of pending.values()) reject(gone())
    pending.clear()
  })

  function call(name: SqliteCallName, given: readonly unknown[], limits?: ReportLimits): Promise<never> {
    if (isOver) return Promise.reject(gone())
    const id = ++lastId
    const reply = Promise.withResolvers<never>()
    pending.set(id, reply)
    link.send('query', { id, name, given, ...(limits && { timeoutMs: limits.timeoutMs, reader: limits.reader }) })
    const signal = limits?.signal
    if (!signal) return reply.promise
    const cancel = () => link.send('cancel', id)
    if (signal.aborted) cancel()
    else signal.addEventListener('abort', cancel, { once: true })
    return reply.promise.finally(() => signal.removeEventListener('abort', cancel))
  }

  return {
    read: query => call('read', [query]),
    report: (query, limits) => call('report', [query], limits),
    openSession: (on = 'writer', limits) => call('openSession', [on], limits),
    inSession: (session, query, limits) => call('inSession', [session, query], limits),
    closeSession: session => call('closeSession', [session]),
    batch: statements => call('batch', [statements]),
    // The supervisor's service is for all workers, and outlives each.
    close: async () => undefined,
  }
}

const gone = () => new DatabaseUnavailable('the process that owns the database is gone')
