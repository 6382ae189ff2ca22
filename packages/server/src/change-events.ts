import type { Logger } from 'pino'

/** What can change under the feet of something kept in memory. */
export const TOPICS = ['users', 'tokens', 'channels', 'options'] as const
export type Topic = (typeof TOPICS)[number]
type Listener = (id: number) => void | Promise<void>

/** Rooms say what they changed; whoever keeps a copy in memory listens and refreshes. */
export interface ChangeEvents {
  /**
   * `id` 0: anything of the topic may have changed. When it resolves, every copy of this process has been told; one that
   * could not be renewed is tried again until it is.
   */
  emit(topic: Topic, id?: number): Promise<void>
  /** Copies made of other copies listen after them: they are told in the order they began to listen. */
  on(topic: Topic, listener: Listener): void
}

/** The signals of one process. */
export interface OwnSignals extends ChangeEvents {
  /** Tries nothing again any more. */
  stop(): void
}

const FIRST_RETRY_MS = 200
const LONGEST_RETRY_MS = 30_000

export function makeChangeEvents(log: Pick<Logger, 'error'>, firstRetryMs = FIRST_RETRY_MS): OwnSignals {
  const listeners = new Map<Topic, Listener[]>()
  const retries = new Map<Topic, ReturnType<typeof setTimeout>>()

  async function tell(topic: Topic, id: number): Promise<boolean> {
    let isFresh = true
    for (const listener of listeners.get(topic) ?? []) {
      try {
        await listener(id)
      } catch (error) {
        isFresh = false
        log.error({ err: error, topic, id }, 'a copy in memory could not be renewed and is tried again')
      }
    }
    return isFresh
  }

  /** Everything of the topic anew, copies of copies too, at growing intervals. */
  function retryIn(waitMs: number, topic: Topic): void {
    const timer = setTimeout(async () => {
      const isFresh = await tell(topic, 0)
      if (retries.get(topic) !== timer) return
      if (isFresh) retries.delete(topic)
      else retryIn(Math.min(waitMs * 2, LONGEST_RETRY_MS), topic)
    }, waitMs)
    timer.unref()
    retries.set(topic, timer)
  }

  return {
    async emit(topic, id = 0) {
      if (!(await tell(topic, id)) && !retries.has(topic)) retryIn(firstRetryMs, topic)
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
