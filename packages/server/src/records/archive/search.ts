import { StartError } from '../../platform/process/environment.ts'
import type { Db } from '../../platform/storage/db.ts'
import { readRows } from './archive-file.ts'
import type { ArchivePlace } from './archive-place.ts'
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

/**
 * The matching rows, oldest first: from the archives, then from the log. Each comes once, even while a clean-up moves
 * rows. Only one page is in memory at a time.
 */
export async function* searchLogs(
  db: Db,
  search: LogSearch,
  placeAt: (address: string) => ArchivePlace,
): AsyncGenerator<ArchivedRow> {
  const { from = 0, to = ALL_TIME } = search
  const seen = new Set<number>()
  /** Archives whose rows may still be in the log. */
  const alsoInLog = new Set<number>()
  let printed: Place | null = null
  for (;;) {
    const page = await oldestLogs(db, to, printed ?? { created_at: from, id: 0 }, ROWS_AT_ONCE)
    const inPage = new Set(page.map(({ id }) => id))
    // Read after the page: any row deleted from the log before is in one of these.
    for (const archive of await writtenArchives(db)) {
      if (seen.has(archive.id)) continue
      seen.add(archive.id)
      if (archive.to_time < from || archive.from_time >= to) continue
      for await (const row of rowsOf(archive, placeAt)) {
        if (inPage.has(row.id) || archive.state === 'written') alsoInLog.add(row.id)
        if (wasPrinted(row, printed)) continue
        if (matches(row, search)) yield row
      }
    }
    for (const row of page) if (!alsoInLog.has(row.id) && matches(row, search)) yield row
    const end = page.at(-1)
    if (!end || page.length < ROWS_AT_ONCE) return
    printed = end
  }
}

type Place = Pick<ArchivedRow, 'created_at' | 'id'>

/** Already returned from the log, in an earlier page. */
const wasPrinted = (row: Place, last: Place | null): boolean =>
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

function matches(row: ArchivedRow, { from = 0, to = ALL_TIME, user, model, request }: LogSearch): boolean {
  if (row.created_at < from || row.created_at >= to) return false
  if (user !== undefined && row.username !== user && String(row.user_id) !== user) return false
  if (request !== undefined && row.request_id !== request) return false
  return model === undefined || isLike(row.model_name, model)
}

/** Linear in the text: each part is matched once, at its first occurrence. */
function isLike(text: string, pattern: string): boolean {
  const parts = pattern.split('%')
  const [first = '', ...rest] = parts
  const end = rest.pop()
  if (end === undefined) return text === pattern
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const part of rest) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return text.length - end.length >= at && text.endsWith(end)
}
