/** What can change under the feet of something kept in memory. */
export type Topic = 'users' | 'tokens' | 'channels' | 'options'
type Listener = (id: number) => void | Promise<void>

/** Rooms say what they changed; whoever keeps a copy in memory listens and refreshes. */
export interface Signals {
  /** `id` 0: anything of the topic may have changed. When it resolves, every copy is fresh. */
  emit(topic: Topic, id?: number): Promise<void>
  on(topic: Topic, listener: Listener): void
}

export function makeSignals(): Signals {
  const listeners = new Map<Topic, Listener[]>()
  return {
    emit: async (topic, id = 0) => {
      await Promise.all((listeners.get(topic) ?? []).map(listener => listener(id)))
    },
    on: (topic, listener) => {
      listeners.set(topic, [...(listeners.get(topic) ?? []), listener])
    },
  }
}
