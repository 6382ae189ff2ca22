import type { Logger } from 'pino'
import type { Bus } from '../../platform/cluster/bus.ts'
import type { ChangeEvents } from '../../platform/cluster/change-events.ts'
import type { Db } from '../../platform/storage/db.ts'
import { makeLogSignal } from './log-signal.ts'
import { makeNewRows, type NewRows } from './new-rows.ts'
import { paced } from './paced.ts'
import { type EventStreams, makeEventStreams } from './streams.ts'

/** What may have changed about channels: the results of their calls, or their stored data. */
type ChannelNews = 'health' | 'channels'

/** The events that an open console receives. */
export interface Live {
  streams: EventStreams
  newRows: NewRows
  /** Calls the listener, at most once a second for each kind, until the returned function is called. */
  onChannels(listener: (news: ChannelNews) => void): () => void
  /** Call this when log rows were committed. */
  written(): void
  /** Ends every stream; no more are opened. */
  close(): void
}

interface Deps {
  reports: Db
  changeEvents: Pick<ChangeEvents, 'on'>
  bus: Bus
  log: Pick<Logger, 'warn' | 'debug'>
}

const PAUSE_MS = 1_000

export function makeLive({ reports, changeEvents, bus, log }: Deps): Live {
  const signal = makeLogSignal(bus)
  const streams = makeEventStreams({ log })
  const newRows = makeNewRows({ reports, log })
  const listeners = new Set<(news: ChannelNews) => void>()
  const tell = (news: ChannelNews) => {
    for (const listener of listeners) listener(news)
  }
  const channelsChanged = paced(PAUSE_MS, () => tell('channels'))
  signal.on(newRows.wake)
  signal.on(() => tell('health'))
  changeEvents.on('channels', channelsChanged.due)
  changeEvents.on('users', streams.recheck)
  return {
    streams,
    newRows,
    onChannels(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    written: signal.written,
    close() {
      signal.close()
      channelsChanged.stop()
      newRows.close()
      streams.close()
    },
  }
}
