/** What can change under the feet of something kept in memory. */
export type Topic = 'users' | 'tokens' | 'channels' | 'options'
type Listener = (id: number) => void

/** Rooms say what they changed; whoever keeps a copy in memory listens and refreshes. */
export interface Signals {
  /** `id` 0: anything of the topic may have changed. */
  emit(topic: Topic, id?: number): void
  on(topic: Topic, listener: Listener): void
}

export function makeSignals(): Signals {
  const listeners = new Map<Topic, Listener[]>()
  return {
    emit: (topic, id = 0) => {
      for (const listener of listeners.get(topic) ?? []) listener(id)
    },
    on: (topic, listener) => {
      listeners.set(topic, [...(listeners.get(topic) ?? []), listener])
    },
  }
}
