import type { Bus } from '../../platform/cluster/bus.ts'
import { paced } from './paced.ts'

/** Tells that log rows were committed, here or on another node, but not which rows, and not every commit. */
export interface LogSignal {
  /** Cheap enough for every commit. */
  written(): void
  on(listener: () => void): void
  close(): void
}

const SUBJECT = 'log-rows'
const PAUSE_MS = 1_000

/** Notifies listeners at most once a second, however many nodes write; other nodes are notified at the same rate. */
export function makeLogSignal(bus: Bus, pauseMs = PAUSE_MS): LogSignal {
  const listeners: (() => void)[] = []
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const heard = paced(pauseMs, tell)
  const own = paced(pauseMs, () => {
    bus.publish(SUBJECT, null)
    heard.due()
  })
  bus.on(SUBJECT, heard.due)
  bus.onGap(heard.due)
  return {
    written: own.due,
    on: listener => void listeners.push(listener),
    close() {
      own.stop()
      heard.stop()
    },
  }
}
