import type { Logger } from 'pino'
import { z } from 'zod'
import type { Bus } from './bus.ts'
import { type ChangeEvents, TOPICS } from './change-events.ts'
import type { ChangeVersions } from './change-versions.ts'

interface Ways {
  bus: Bus
  /** null for a process that has its database alone. */
  versions: ChangeVersions | null
}

/** Change events that reach every node. */
export interface SharedChangeEvents extends ChangeEvents {
  /** Starts looking for changes that no message announced. Call it when every cache listens. */
  start(): void
}

const SUBJECT = 'changed'
const changed = z.object({ topic: z.enum(TOPICS), id: z.int().nonnegative(), version: z.int().nonnegative() })

/**
 * Shares this node's change events with the other nodes, so that their caches reload too. A message tells them at once;
 * if it gets lost, the versions in the database tell them within seconds. After a gap in the messages everything counts
 * as changed.
 */
export function shareChangeEvents(
  own: ChangeEvents,
  { bus, versions }: Ways,
  log: Pick<Logger, 'error'>,
): SharedChangeEvents {
  const renew = (...event: Parameters<ChangeEvents['emit']>) =>
    void own.emit(...event).catch(err => log.error({ err }, 'a cache was not reloaded'))

  bus.on(SUBJECT, payload => {
    const { data } = changed.safeParse(payload)
    if (!data) return
    if (data.version > 0) versions?.explain(data.topic, data.version)
    renew(data.topic, data.id)
  })
  bus.onGap(() => {
    for (const topic of TOPICS) renew(topic)
  })

  return {
    on: own.on,
    start: () => versions?.watch(topic => renew(topic)),
    async emit(topic, id = 0) {
      const tellOthers = async () => bus.publish(SUBJECT, { topic, id, version: (await versions?.raise(topic)) ?? 0 })
      // Other nodes are notified even when a reload fails here.
      await Promise.all([own.emit(topic, id), tellOthers()])
    },
  }
}
