/** What can change under the feet of something kept in memory. */
export const TOPICS = ['users', 'tokens', 'channels', 'options'] as const
export type Topic = (typeof TOPICS)[number]
type Listener = (id: number) => void | Promise<void>

/** Rooms say what they changed; whoever keeps a copy in memory listens and refreshes. */
export interface Signals {
  /** `id` 0: anything of the topic may have changed. When it resolves, every copy of this process is fresh. */
  emit(topic: Topic, id?: number): Promise<void>
  /** Copies made of other copies listen after them: they are told in the order they began to listen. */
  on(topic: Topic, listener: Listener): void
}

export function makeSignals(): Signals {
  const listeners = new Map<Topic, Listener[]>()
  return {
    emit: async (topic, id = 0) => {
      for (const listener of listeners.get(topic) ?? []) await listener(id)
    },
    on: (topic, listener) => {
      listeners.set(topic, [...(listeners.get(topic) ?? []), listener])
    },
  }
}
