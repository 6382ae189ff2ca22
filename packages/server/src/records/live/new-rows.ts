import type { Logger } from 'pino'
import type { Db } from '../../platform/storage/db.ts'
import { withReportLimits } from '../../platform/storage/report-limits.ts'
import type { LogFilters } from '../logs/filters.ts'
import { newestLogId, recentLogIds } from '../logs/store.ts'
import { paced } from './paced.ts'

/** Counting stops here, because nobody reads the difference. */
export const MOST_NEW_ROWS = 100
const PAUSE_MS = 1_000
/** How often to look for rows that no message announced, or that no call wrote. */
const POLL_MS = 3_000
const ROUND_TIMEOUT_MS = 5_000

/** A reader who wants to know how many rows have come. */
export interface RowWatcher {
  /** For a user, these include their id. */
  filters: LogFilters
  /** The newest row they know; if omitted, the newest row now. */
  after: number | undefined
  tell(count: number): void
}

/** Counts for each watcher the matching log rows newer than the last one they know: up to `MOST_NEW_ROWS`. */
export interface NewRows {
  /** Resolves after the first report, to a function that ends it. */
  watch(watcher: RowWatcher): Promise<() => void>
  /** Call this when rows may have come. */
  wake(): void
  close(): void
}

interface Watched extends RowWatcher {
  /** Rows up to this id are finished. */
  from: number
  /** The counted rows above `from`. */
  counted: Set<number>
  count: number
}

/**
 * Runs at most once a second, and only while somebody watches: one read of the newest id for all watchers, then, for
 * each distinct set of filters, one read of everything since the round before the last. Each row is read in two rounds
 * because PostgreSQL may show a row later than one with a higher id.
 */
export function makeNewRows(
  { reports, log }: { reports: Db; log: Pick<Logger, 'warn'> },
  { pauseMs = PAUSE_MS, pollMs = POLL_MS } = {},
): NewRows {
  const watched = new Set<Watched>()
  const closing = new AbortController()
  let newest = 0
  let before = 0
  let poll: ReturnType<typeof setInterval> | undefined

  // Not the limits of the console call in which a round happens to start.
  const limited = <Result>(act: () => Promise<Result>) =>
    withReportLimits({ signal: closing.signal, timeoutMs: ROUND_TIMEOUT_MS }, act)

  const rounds = paced(pauseMs, async () => {
    if (watched.size === 0) return
    try {
      await limited(round)
    } catch (err) {
      if (!closing.signal.aborted) log.warn({ err }, 'new rows of the log were not counted')
    }
  })

  async function round(): Promise<void> {
    const last = await newestLogId(reports)
    if (last === newest && newest === before) return
    const groups = Map.groupBy(watched, ({ filters }) => JSON.stringify(filters))
    for (const group of groups.values()) await count(group)
    before = newest
    newest = last
    for (const watcher of watched) finishTo(watcher, before)
  }

  async function count(group: readonly Watched[]): Promise<void> {
    const [first] = group
    if (!first) return
    const ids = await recentLogIds(reports, first.filters, {
      after: Math.min(...group.map(({ from }) => from)),
      most: MOST_NEW_ROWS,
    })
    for (const watcher of group) take(watcher, ids)
  }

  function take(watcher: Watched, ids: readonly number[]): void {
    const fresh = ids.filter(id => id > watcher.from && !watcher.counted.has(id))
    if (fresh.length === 0) return
    for (const id of fresh) watcher.counted.add(id)
    watcher.count = Math.min(watcher.count + fresh.length, MOST_NEW_ROWS)
    watcher.tell(watcher.count)
    if (watcher.count === MOST_NEW_ROWS) end(watcher)
  }

  function finishTo(watcher: Watched, id: number): void {
    watcher.from = Math.max(watcher.from, id)
    for (const counted of watcher.counted) if (counted <= watcher.from) watcher.counted.delete(counted)
  }

  function end(watcher: Watched): void {
    watched.delete(watcher)
    if (watched.size > 0) return
    clearInterval(poll)
    poll = undefined
  }

  return {
    async watch(watcher) {
      if (watched.size === 0) before = newest = await limited(() => newestLogId(reports))
      const { after = newest } = watcher
      const entry: Watched = { ...watcher, from: after, counted: new Set(), count: 0 }
      const floor = Math.max(after, before)
      if (after < newest)
        take(entry, await limited(() => recentLogIds(reports, watcher.filters, { after, most: MOST_NEW_ROWS })))
      finishTo(entry, floor)
      if (entry.count < MOST_NEW_ROWS) {
        watched.add(entry)
        poll ??= setInterval(rounds.due, pollMs).unref()
      }
      rounds.due()
      return () => end(entry)
    },
    wake: () => {
      if (watched.size > 0) rounds.due()
    },
    close() {
      closing.abort()
      rounds.stop()
      clearInterval(poll)
    },
  }
}
