import { StartError } from '../../platform/process/environment.ts'
import type { Db } from '../../platform/storage/db.ts'
import { readRows } from './archive-file.ts'
import type { ArchivePlace } from './archive-place.ts'
import { isLike } from './is-like.ts'
import { type Archive, type ArchivedRow, oldestLogs, writtenArchives } from './store.ts'

/** The search filters; omitted ones do not filter. Times are unix seconds; the end is exclusive. */
export interface LogSearch {
  from?: number
  to?: number
  /** A name or an id. */
  user?: string
  /** `%` stands for any characters. */
  model?: string
  request?: string
}

const ROWS_AT_ONCE = 1_000
const ALL_TIME = Number.MAX_SAFE_INTEGER

/** The matching rows, oldest first: from the archives, then from the log. Only one page is in memory at a time. */
export async function* searchLogs(
  db: Db,
  search: LogSearch,
  placeAt: (address: string) => ArchivePlace,
): AsyncGenerator<ArchivedRow> {
  const { to = ALL_TIME } = search
  const readPage = (after: Place) => oldestLogs(db, to, after, ROWS_AT_ONCE)
  for await (const rows of pagesOfLog(db, search, placeAt, { readPage, size: ROWS_AT_ONCE }))
    for (const row of rows) if (matches(row, search)) yield row
}

/** Reads log rows after a position, oldest first. A page of fewer than `size` rows is the last. */
interface PageReader<Row> {
  readPage(after: Place): Promise<Row[]>
  size: number
}

/**
 * Reads the rows of a time range in pages, oldest first: from the archives, then from the log. Each row comes once,
 * even while a clean-up moves rows.
 */
export async function* pagesOfLog<Row extends Place>(
  db: Db,
  { from = 0, to = ALL_TIME }: Pick<LogSearch, 'from' | 'to'>,
  placeAt: (address: string) => ArchivePlace,
  { readPage, size }: PageReader<Row>,
): AsyncGenerator<(Row | ArchivedRow)[]> {
  const seen = new Set<number>()
  /** Rows of archives that may still be in the log. */
  const alsoInLog = new Set<number>()
  let passed: Place | null = null
  let reading = readPage({ created_at: from, id: 0 })
  for (;;) {
    const page = await reading
    const end = page.at(-1)
    const isLast = !end || page.length < size
    if (!isLast) {
      // The next page is read while this one is used, which may end early.
      reading = readPage(end)
      reading.catch(() => undefined)
    }
    const inPage = new Set(page.map(({ id }) => id))
    // Read after the page: any row that had left the log by then is in one of these.
    for (const archive of await writtenArchives(db)) {
      if (seen.has(archive.id)) continue
      seen.add(archive.id)
      if (archive.to_time < from || archive.from_time >= to) continue
      let rows: ArchivedRow[] = []
      for await (const row of rowsOf(archive, placeAt)) {
        if (inPage.has(row.id) || archive.state === 'written') alsoInLog.add(row.id)
        if (wasPassed(row, passed) || row.created_at < from || row.created_at >= to) continue
        rows.push(row)
        if (rows.length < size) continue
        yield rows
        rows = []
      }
      yield rows
    }
    yield page.filter(({ id }) => !alsoInLog.has(id))
    if (isLast) return
    passed = end
  }
}

/** A position in the order of the log. */
export type Place = Pick<ArchivedRow, 'created_at' | 'id'>

/** Whether an earlier page from the log already returned the row. */
const wasPassed = (row: Place, last: Place | null): boolean =>
  last !== null && (row.created_at < last.created_at || (row.created_at === last.created_at && row.id <= last.id))

async function* rowsOf({ place, name }: Archive, placeAt: (address: string) => ArchivePlace) {
  const { path, giveBack } = await placeAt(place)
    .obtain(name)
    .catch(error => {
      throw new StartError(`The archive ${name} cannot be read: ${error.message}.`)
    })
  try {
    yield* readRows(path)
  } finally {
    giveBack()
  }
}

/** `row` is within the searched range. */
function matches(row: ArchivedRow, { user, model, request }: LogSearch): boolean {
  if (user !== undefined && row.username !== user && String(row.user_id) !== user) return false
  if (request !== undefined && row.request_id !== request) return false
  return model === undefined || isLike(row.model_name, model)
}
