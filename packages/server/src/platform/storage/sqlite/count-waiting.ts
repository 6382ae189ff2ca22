import type { SqliteService } from './service.ts'

/** The service, with a count of its unanswered requests: reads, writes, and long reads. */
export function countWaiting(service: SqliteService): {
  service: SqliteService
  waiting(): { read: number; write: number; report: number }
} {
  const waiting = { read: 0, write: 0, report: 0 }
  const counted =
    <Given extends unknown[], Answer>(queue: keyof typeof waiting, ask: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      waiting[queue] += 1
      try {
        return await ask(...given)
      } finally {
        waiting[queue] -= 1
      }
    }
  return {
    waiting: () => ({ ...waiting }),
    service: {
      ...service,
      read: counted('read', service.read),
      report: counted('report', service.report),
      batch: counted('write', service.batch),
      openSession: (on = 'writer', limits) =>
        counted(on === 'writer' ? 'write' : 'report', service.openSession)(on, limits),
    },
  }
}
