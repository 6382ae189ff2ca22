import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from '../../platform/storage/db.ts'
import { digestOf, readRows, writeRows } from './archive-file.ts'
import type { ArchivePlace } from './archive-place.ts'
import { COPY_ENDING } from './bucket-place.ts'
import { archiveFolder } from './place.ts'
import {
  type Archive,
  type ArchivedRow,
  beginArchive,
  forgetAttempt,
  moveToArchive,
  oldestLogs,
  recordMoved,
  recordWritten,
  unfinishedAttempts,
  writtenArchives,
} from './store.ts'

export interface ArchiveDeps {
  db: Db
  /** The connection for reading pages of rows. */
  reports: Db
  dataFolder: string
  now(): number
  /** The configured place; an unfinished archive may be in another. */
  place: ArchivePlace
  placeAt(address: string): ArchivePlace
  signal: AbortSignal
  /** Rows per file; a few more are added so that it ends with a whole second. */
  mostRows?: number
}

const MOST_ROWS = 50_000
const ROWS_AT_ONCE = 1_000
/** Few at a time, so that others can write in between. */
const MOVED_AT_ONCE = 250
const PAUSE_MS = 5

/**
 * Writes the oldest rows before a given time to a file. They stay in the log until `moveArchived` deletes them. Returns
 * false if there are none.
 *
 * Each attempt has its own file name. A killed attempt leaves a file that does not count, and the next attempt removes
 * it.
 */
export async function writeOldest(deps: ArchiveDeps, before: number): Promise<boolean> {
  const { db, reports, dataFolder, now, place } = deps
  for (const attempt of await unfinishedAttempts(db)) {
    await deps.placeAt(attempt.place).remove(attempt.name)
    rmSync(partOf(dataFolder, attempt.name), { force: true })
    await forgetAttempt(db, attempt.id)
  }
  removeOldCopies(archiveFolder(dataFolder))
  const [oldest] = await oldestLogs(reports, before, null, 1)
  if (!oldest) return false

  const day = new Date(oldest.created_at * 1000).toISOString().slice(0, 10)
  const name = `logs-${day}-${crypto.randomUUID()}.jsonl.zst`
  const { id } = await beginArchive(db, { name, place: place.address, made_at: now() })
  mkdirSync(archiveFolder(dataFolder), { recursive: true, mode: 0o700 })
  const part = partOf(dataFolder, name)
  try {
    const content = await writeRows(part, pagesBefore(deps, before))
    await place.put(name, part, content.sha256)
    if (!(await recordWritten(db, id, content))) await place.remove(name)
    return true
  } finally {
    rmSync(part, { force: true })
  }
}

/** Their reader was killed. */
function removeOldCopies(folder: string): void {
  if (!existsSync(folder)) return
  const copies = readdirSync(folder).filter(name => name.endsWith(COPY_ENDING))
  for (const path of copies.map(name => join(folder, name)))
    if (Date.now() - statSync(path).mtimeMs > OLD_COPY_MS) rmSync(path, { force: true })
}

const OLD_COPY_MS = 86_400_000

const partOf = (dataFolder: string, name: string): string => join(archiveFolder(dataFolder), `${name}.unfinished`)

/** Ends with a whole second: everything older than the oldest log row is only in archives. */
async function* pagesBefore({ reports, signal, mostRows = MOST_ROWS }: ArchiveDeps, before: number) {
  let [rows, last]: [number, ArchivedRow | null] = [0, null]
  for (;;) {
    signal.throwIfAborted()
    const page: ArchivedRow[] = await oldestLogs(reports, before, last, ROWS_AT_ONCE)
    const previous = last
    const end = page.findIndex(
      (row, at) => rows + at >= mostRows && row.created_at !== (page[at - 1] ?? previous)?.created_at,
    )
    const taken = end < 0 ? page : page.slice(0, end)
    if (taken.length > 0) yield taken
    rows += taken.length
    last = taken.at(-1) ?? last
    if (end >= 0 || page.length < ROWS_AT_ONCE) return
  }
}

/**
 * Deletes the rows of written archives from the log; it is safe to run twice. Reads each file back first: compares its
 * digest, and deletes exactly its rows. Returns how many were deleted.
 * @throws Error if a file cannot be read back; its rows are kept
 */
export async function moveArchived(deps: ArchiveDeps): Promise<number> {
  let moved = 0
  for (const archive of await writtenArchives(deps.db)) {
    if (archive.state !== 'written') continue
    moved += await moveOne(deps, archive)
    await recordMoved(deps.db, archive.id)
  }
  return moved
}

async function moveOne({ db, placeAt, signal }: ArchiveDeps, archive: Archive): Promise<number> {
  const { path, giveBack } = await placeAt(archive.place).obtain(archive.name)
  try {
    if ((await digestOf(path)) !== archive.sha256)
      throw new Error(`the archive ${archive.name} differs from what was written; its rows stay in the log`)
    let moved = 0
    let ids: number[] = []
    const move = async () => {
      signal.throwIfAborted()
      moved += await moveToArchive(db, archive, ids)
      ids = []
      await Bun.sleep(PAUSE_MS)
    }
    for await (const { id } of readRows(path)) if (ids.push(id) === MOVED_AT_ONCE) await move()
    if (ids.length > 0) await move()
    return moved
  } finally {
    giveBack()
  }
}
