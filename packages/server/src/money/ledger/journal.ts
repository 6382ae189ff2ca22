import * as fs from 'node:fs'
import { mkdir, rename, rm, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isFileLocked, lockFile } from '../../platform/storage/file-lock.ts'
import { journalFile } from '../../platform/storage/journal-files.ts'
import type { Hold } from './book.ts'
import type { HoldContext } from './commands.ts'

/** A call that was running when its process died. */
export interface LostCall {
  requestId: string
  userId: number
  tokenId: number
  /** Its first hold. */
  amount: number
  /** Unix seconds. */
  madeAt: number
  context: HoldContext
}

/**
 * A file of the calls that run on a node: append-only, never waited for, and read after the node died. A thread writes
 * it, because on a busy disk even one line can take tenths of a second.
 */
export interface Journal {
  started(hold: Hold): void
  ended(requestId: string): void
  /** It has ended, and its charge is committed. Written with the next line, because readers check the ledger too. */
  charged(requestId: string): void
  /** The node continues under another id. */
  rename(node: string): void
  /** Deletes the file, unless calls still run. */
  close(): Promise<void>
}

type Line = [requestId: string, call: Omit<LostCall, 'requestId'> | 0]

/** How long lines wait for others; a call that ends within this time leaves none. */
const PATIENCE_MS = 5

/** Above this size the file is rewritten with only the running calls. */
const LARGEST_BYTES = 8 * 1024 * 1024

const MENDING_PAUSE_MS = 1_000

const [open, write, close] = [promisify(fs.open), promisify(fs.write), promisify(fs.close)]

const pathOf = (folder: string, node: string) => join(folder, journalFile(node))

/** @param onTrouble called once when the file cannot be written: a crash then leaves running calls without a row */
export function openJournal(folder: string, node: string, onTrouble: (error: unknown) => void): Journal {
  let path = pathOf(folder, node)
  /** Files under the node's earlier ids. */
  const former: string[] = []
  let file: number | null = null
  let size = 0
  let rewriteAt = LARGEST_BYTES
  const running = new Map<string, Line>()
  /** Calls that the file does not have. */
  const unwritten = new Set<string>()
  let ends = ''
  /** The file has another name, lacks calls, or ends in a partial line: it is rewritten, but not before `mendAt`. */
  let isStale = false
  let mendAt = 0
  let hasFailed = false
  let isClosed = false
  let timer: NodeJS.Timeout | null = null
  let isDue = false
  let writing: Promise<void> | null = null

  function schedule(): void {
    // Lines that came during a write are written afterwards.
    isDue = writing !== null
    if (timer || writing || isClosed) return
    const pauseMs = Math.max(PATIENCE_MS, isStale ? mendAt - performance.now() : 0)
    timer = setTimeout(() => {
      timer = null
      writing = flush().finally(() => {
        writing = null
        if (isDue || unwritten.size > 0) schedule()
      })
    }, pauseMs)
  }

  async function flush(): Promise<void> {
    try {
      if (isStale) return performance.now() < mendAt ? undefined : await writeAnew()
      if (file === null) {
        await mkdir(folder, { recursive: true })
        file = await open(path, 'a', 0o600)
        lockFile(file)
      }
      const text = ends + takeUnwritten()
      ends = ''
      size += await writeAll(file, text)
      if (size > rewriteAt) await writeAnew()
    } catch (error) {
      if (!hasFailed) onTrouble(error)
      hasFailed = true
      isStale = true
      mendAt = performance.now() + MENDING_PAUSE_MS
    }
  }

  function takeUnwritten(): string {
    const lines = [...unwritten].map(id => textOf(running.get(id)))
    unwritten.clear()
    return lines.join('')
  }

  async function writeAnew(): Promise<void> {
    const next = `${path}.new`
    const fresh = await open(next, 'w', 0o600)
    try {
      lockFile(fresh)
      unwritten.clear()
      ends = ''
      const written = await writeAll(fresh, [...running.values()].map(textOf).join(''))
      await rename(next, path)
      size = written
    } catch (error) {
      await close(fresh)
      throw error
    }
    const before = file
    file = fresh
    rewriteAt = Math.max(LARGEST_BYTES, 2 * size)
    isStale = false
    hasFailed = false
    for (const old of former.splice(0)) if (old !== path) await rm(old, { force: true })
    // Unlocked last, so that nobody takes the file before it is gone.
    if (before !== null) await close(before)
  }

  /** Returns whether the file has, or may have, the call. */
  function forget(requestId: string): boolean {
    return running.delete(requestId) && !unwritten.delete(requestId)
  }

  return {
    started({ requestId, userId, tokenId, userAmount, madeAt, context }) {
      if (!context) return
      running.set(requestId, [requestId, { userId, tokenId, amount: userAmount, madeAt, context }])
      unwritten.add(requestId)
      schedule()
    },
    ended(requestId) {
      if (!forget(requestId)) return
      ends += endOf(requestId)
      schedule()
    },
    charged(requestId) {
      if (forget(requestId)) ends += endOf(requestId)
    },
    rename(node) {
      former.push(path)
      path = pathOf(folder, node)
      isStale = true
      mendAt = 0
      schedule()
    },
    async close() {
      isClosed = true
      if (timer) clearTimeout(timer)
      await writing
      if (ends !== '' || unwritten.size > 0 || isStale) await flush()
      if (file === null) return
      await close(file)
      file = null
      if (running.size === 0) await unlink(path).catch(() => undefined)
    },
  }
}

const textOf = (line: Line | undefined): string => (line ? `${JSON.stringify(line)}\n` : '')
const endOf = (requestId: string): string => `["${requestId}",0]\n`

/** Returns how many bytes were written. A full disk may accept only a part. */
async function writeAll(file: number, text: string): Promise<number> {
  const bytes = Buffer.from(text)
  const { bytesWritten } = await write(file, bytes)
  if (bytesWritten < bytes.length) throw new Error('the disk accepted only a part')
  return bytesWritten
}

/** Whether the process that writes a node's journal lives, even frozen or cut off. */
export function isJournalInUse(folder: string, node: string): boolean {
  try {
    return isFileLocked(pathOf(folder, node))
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return false
    throw error
  }
}

/**
 * Removes a dead node's journal from the folder and returns the calls that were running. Only one of several concurrent
 * attempts gets them.
 */
export function takeJournal(folder: string, node: string): LostCall[] {
  const path = pathOf(folder, node)
  try {
    const text = fs.readFileSync(path, 'utf8')
    fs.unlinkSync(path)
    return lostCalls(text)
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return []
    throw error
  }
}

function lostCalls(text: string): LostCall[] {
  const lost = new Map<string, LostCall>()
  for (const line of text.split('\n')) {
    const read = readLine(line)
    if (!read) continue
    const [requestId, call] = read
    if (call === 0) lost.delete(requestId)
    else lost.set(requestId, { requestId, ...call })
  }
  return [...lost.values()]
}

/** Null: the line was cut off when the process died. */
function readLine(line: string): Line | null {
  try {
    const read = JSON.parse(line)
    return Array.isArray(read) ? (read as Line) : null
  } catch {
    return null
  }
}
