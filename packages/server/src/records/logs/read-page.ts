import type { Page, Sort } from '@tollgate/contract'
import type { Db } from '../../platform/storage/db.ts'
import { atOneMoment } from '../../platform/storage/snapshot.ts'
import type { LogFilters } from './filters.ts'
import { newestIdsWithin, type Window } from './newest-ids.ts'
import { sortedLogs } from './sorted-page.ts'
import { type FoundLog, logsBy, logsByIds } from './store.ts'
import { type LogSums, type Stretch, sumsOfLog, totalOf } from './sums/sums-of-log.ts'

interface PageQuery extends LogFilters {
  /** From 1; 0 also means the first page. */
  p: number
  page_size: number
  /** Empty: newest first. */
  sort?: Sort<'logs'>
}

/** `sorted_since`: only rows since then were sorted, in unix seconds; absent: all that pass the filters. */
type LogPage<Item> = Page<Item> & { sorted_since?: number }

/** Reads one page of the log and counts all rows. */
export function readLogPage<Item>(
  reports: Db,
  { p, page_size, sort = '', ...filters }: PageQuery,
  toItem: (row: FoundLog) => Item,
): Promise<LogPage<Item>> {
  return atOneMoment(reports, async db => {
    const page = Math.max(1, p)
    const wanted = { skipped: (page - 1) * page_size, count: page_size }
    if (sort === '' || sort === '-created_at' || sort === 'created_at') {
      const { rows, total } = await rowsByTime(db, filters, sort === 'created_at', wanted)
      return { items: rows.map(toItem), page, page_size, total }
    }
    const { rows, ...told } = await sortedLogs(db, filters, sort, wanted)
    return { items: rows.map(toItem), page, page_size, ...told }
  })
}

interface FoundRows {
  rows: FoundLog[]
  total: number
}

/** The log's sums tell how many rows come before the window and between its rows. */
async function rowsByTime(db: Db, filters: LogFilters, isOldestFirst: boolean, wanted: Window): Promise<FoundRows> {
  const sums = await sumsOfLog(db, filters)
  const total = sums
    ? totalOf(sums.stretches, 'rows')
    : (await logsBy(db, filters).count.executeTakeFirstOrThrow()).total
  const window = isOldestFirst ? fromTheEnd(wanted, total) : wanted
  const rows =
    window.count === 0
      ? []
      : sums
        ? await logsByIds(db, await idsOfPage(db, filters, sums, window))
        : await logsBy(db, filters).rows.limit(window.count).offset(window.skipped).execute()
  return { rows: isOldestFirst ? rows.toReversed() : rows, total }
}

/** The same rows, counted from the newest. */
const fromTheEnd = ({ skipped, count }: Window, total: number): Window => ({
  skipped: Math.max(0, total - skipped - count),
  count: Math.max(0, Math.min(count, total - skipped)),
})

/** The ids of the rows of a window, newest first. null: there are no sums to find them with. */
export async function newestIds(db: Db, filters: LogFilters, window: Window): Promise<number[] | null> {
  const sums = await sumsOfLog(db, filters)
  return sums && idsOfPage(db, filters, sums, window)
}

async function idsOfPage(db: Db, filters: LogFilters, sums: LogSums, window: Window): Promise<number[]> {
  let [stretches, skipped] = touchedBy(sums.stretches, window)
  while (stretches.some(({ hours }) => hours > 1))
    [stretches, skipped] = touchedBy(await sums.refine(stretches), { ...window, skipped })
  return newestIdsWithin(db, filters, { spans: joined(stretches), known: sums.known }, { skipped, count: window.count })
}

/** The ranges, in time order, that contain the rows of a window, and how many of their rows to skip. */
function touchedBy(stretches: readonly Stretch[], { skipped, count }: Window): [Stretch[], number] {
  const touched: Stretch[] = []
  let [newer, before] = [0, 0]
  for (const stretch of stretches.toReversed()) {
    const end = newer + stretch.rows
    if (newer >= skipped + count) break
    if (end <= skipped) before = end
    else if (stretch.rows > 0) touched.unshift(stretch)
    newer = end
  }
  return [touched, skipped - before]
}

/** Newest first, adjacent ones merged. */
function joined(stretches: readonly Stretch[]): { from: number; to: number }[] {
  const spans: { from: number; to: number }[] = []
  for (const { from, to } of stretches.toReversed()) {
    const newer = spans.at(-1)
    if (newer?.from === to) newer.from = from
    else spans.push({ from, to })
  }
  return spans
}
