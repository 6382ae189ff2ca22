import type { Bus } from '../../platform/cluster/bus.ts'
import { paced } from './paced.ts'

/** Tells that log rows were committed, here or on another node; not which, and not of each commit. */
export interface LogSignal {
  /** Free enough to be called after every commit. */
  written(): void
  on(listener: () => void): void
  close(): void
}

const SUBJECT = 'log-rows'
const PAUSE_MS = 1_000

/** Listeners hear of it at most once a second, of however many nodes; the other nodes are told as seldom. */
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
