import type { Link } from '../workers/link.ts'
import type { Bus } from './bus.ts'

/** The bus between the workers of one server: the supervisor passes messages on. None is lost while both ends live. */
export function linkBus(link: Link): Bus {
  const listeners = new Map<string, ((payload: unknown) => void)[]>()
  link.on('bus', ({ subject, payload }) => {
    for (const listener of listeners.get(subject) ?? []) listener(payload)
  })
  return {
    publish: (subject, payload) => link.send('bus', { subject, payload }),
    on(subject, listener) {
      listeners.set(subject, [...(listeners.get(subject) ?? []), listener])
    },
    onGap: () => undefined,
    close: async () => undefined,
  }
}
