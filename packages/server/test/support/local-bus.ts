import type { Bus } from '../../src/platform/cluster/bus.ts'

/** Buses of several nodes within one process. Messages arrive at once, as JSON, and can be lost. */
export function localBuses() {
  const nodes = new Set<{ heard: Map<string, ((payload: unknown) => void)[]>; gaps: (() => void)[] }>()
  let isCut = false

  return {
    /** Loses every message from now on. */
    cut() {
      isCut = true
    },
    /** Delivers messages again from now on, and tells every node of the gap. */
    mend() {
      isCut = false
      for (const { gaps } of nodes) for (const listener of gaps) listener()
    },
    join(): Bus {
      const node = { heard: new Map<string, ((payload: unknown) => void)[]>(), gaps: [] as (() => void)[] }
      nodes.add(node)
      return {
        publish(subject, payload) {
          if (isCut) return
          const text = JSON.stringify(payload)
          for (const other of nodes) {
            if (other === node) continue
            for (const listener of other.heard.get(subject) ?? []) listener(JSON.parse(text))
          }
        },
        on: (subject, listener) => void node.heard.set(subject, [...(node.heard.get(subject) ?? []), listener]),
        onGap: listener => void node.gaps.push(listener),
        close: async () => void nodes.delete(node),
      }
    },
  }
}
