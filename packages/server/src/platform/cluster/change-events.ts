import type { Logger } from 'pino'

/** Kinds of stored data that caches in memory are built from. */
export const TOPICS = ['users', 'tokens', 'channels', 'channel_keys', 'options'] as const
export type Topic = (typeof TOPICS)[number]
type Listener = (id: number) => void | Promise<void>

/** Code that changes stored data emits an event; caches in memory listen and reload. */
export interface ChangeEvents {
  /**
   * `id` 0: anything of the topic may have changed. Resolves when every cache of this process has been notified; a cache
   * whose reload failed is retried until it succeeds.
   */
  emit(topic: Topic, id?: number): Promise<void>
  /** Listeners are called in the order they were added, so a cache built from another cache must be added after it. */
  on(topic: Topic, listener: Listener): void
}

/** The change events of one process. */
export interface LocalChangeEvents extends ChangeEvents {
  /** Ends all pending retries. */
  stop(): void
}

const FIRST_RETRY_MS = 200
const LONGEST_RETRY_MS = 30_000

export function makeChangeEvents(log: Pick<Logger, 'error'>, firstRetryMs = FIRST_RETRY_MS): LocalChangeEvents {
  const listeners = new Map<Topic, Listener[]>()
  const retries = new Map<Topic, ReturnType<typeof setTimeout>>()

  async function notify(topic: Topic, id: number): Promise<boolean> {
    let isFresh = true
    for (const listener of listeners.get(topic) ?? []) {
      try {
        await listener(id)
      } catch (error) {
        isFresh = false
        log.error({ err: error, topic, id }, 'a cache could not be reloaded and will be retried')
      }
    }
    return isFresh
  }

  /** Reloads every cache of the topic, in order, at growing intervals. */
  function retryIn(waitMs: number, topic: Topic): void {
    const timer = setTimeout(async () => {
      const isFresh = await notify(topic, 0)
      if (retries.get(topic) !== timer) return
      if (isFresh) retries.delete(topic)
      else retryIn(Math.min(waitMs * 2, LONGEST_RETRY_MS), topic)
    }, waitMs)
    timer.unref()
    retries.set(topic, timer)
  }

  return {
    async emit(topic, id = 0) {
      if (!(await notify(topic, id)) && !retries.has(topic)) retryIn(firstRetryMs, topic)
    },
    on(topic, listener) {
      listeners.set(topic, [...(listeners.get(topic) ?? []), listener])
    },
    stop() {
      for (const timer of retries.values()) clearTimeout(timer)
      retries.clear()
    },
  }
}
