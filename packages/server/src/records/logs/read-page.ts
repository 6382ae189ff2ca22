import type { Page } from '@tollgate/contract'
import type { Db } from '../../platform/storage/db.ts'
import { readPage } from '../../platform/storage/page.ts'
import { atOneMoment } from '../../platform/storage/snapshot.ts'
import { newestIdsWithin, type Window } from './newest-ids.ts'
import { type FoundLog, type LogFilters, logsBy, logsByIds } from './store.ts'
import { type LogSums, type Stretch, sumsOfLog, totalOf } from './sums/sums-of-log.ts'

interface PageQuery extends LogFilters {
  /** From 1; 0 means the first page too. */
  p: number
  page_size: number
}

/**
 * Reads one page of the log and counts all rows. The log's sums tell what lies before the page and between its rows.
 */
export function readLogPage<Item>(
  reports: Db,
  { p, page_size, ...filters }: PageQuery,
  toItem: (row: FoundLog) => Item,
): Promise<Page<Item>> {
  return atOneMoment(reports, async db => {
    const sums = await sumsOfLog(db, filters)
    if (!sums) {
      const { rows, count } = logsBy(db, filters)
      return readPage(rows, count, { p, page_size }, toItem)
    }
    const page = Math.max(1, p)
    const wanted = { skipped: (page - 1) * page_size, count: page_size }
    const ids = await idsOfPage(db, filters, sums, wanted)
    const items = (await logsByIds(db, ids)).map(toItem)
    return { items, page, page_size, total: totalOf(sums.stretches, 'rows') }
  })
}

/** The ids of the rows of a window, newest first. Null: there are no sums to find them with. */
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

/** The ranges, in order of time, that contain the rows of a window, and how many of their rows to skip. */
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
