import * as fs from 'node:fs'
import { mkdir, rename, rm, unlink } from 'node:fs/promises'
import { promisify } from 'node:util'
import { BagById } from '../../platform/process/bag.ts'
import { lockFile } from '../../platform/storage/file-lock.ts'
import type { Hold } from './book.ts'
import { type JournalLine, pathOfJournal } from './lost-calls.ts'

/**
 * An append-only file of the calls that run on a node for more than a moment, read after the node died. No call waits for it.
 * A thread writes it, because on a busy disk even one line can take tenths of a second.
 */
export interface Journal {
  started(hold: Hold): void
  ended(requestId: string): void
  /** Notes that a call's charge is committed. Written with the next line, because readers also check the ledger. */
  charged(requestId: string): void
  /** Continues under the node's new id. */
  rename(node: string): void
  /** Deletes the file unless calls still run. */
  close(): Promise<void>
}

interface Running {
  /** null: it has ended. */
  hold: Hold | null
  /** The amount of its first hold. */
  amount: number
  /** When it gets a line, in milliseconds on the monotonic clock. */
  dueAt: number
}

/** A call that ends before this age gets no line, like nearly all whole answers. */
const NOTED_AFTER_MS = 1_000
/** How long lines wait for others. */
const PATIENCE_MS = 5

/** Above this size, the file is rewritten with only the running calls. */
const LARGEST_BYTES = 8 * 1024 * 1024

const MENDING_PAUSE_MS = 1_000

const [open, write, close] = [promisify(fs.open), promisify(fs.write), promisify(fs.close)]

/** @param onTrouble called once when the file cannot be written, so that a crash would leave running calls without a row */
export function openJournal(
  folder: string,
  node: string,
  onTrouble: (error: unknown) => void,
  notedAfterMs = NOTED_AFTER_MS,
): Journal {
  let path = pathOfJournal(folder, node)
  /** Files under the node's earlier ids. */
  const former: string[] = []
  let file: number | null = null
  let size = 0
  let rewriteAt = LARGEST_BYTES
  /** Calls that are not in the file yet, oldest first. */
  const young = new Map<string, Running>()
  /** Calls that are or may be in the file. */
  const noted = new BagById<Running>()
  let ends = ''
  /** The file has another name, lacks calls, or ends in a partial line: it is rewritten, but not before `mendAt`. */
  let isStale = false
  let mendAt = 0
  let hasFailed = false
  let isClosed = false
  let ageTimer: NodeJS.Timeout | null = null
  let timer: NodeJS.Timeout | null = null
  let isDue = false
  let writing: Promise<void> | null = null

  function schedule(): void {
    // Lines that arrived during a write are written afterwards.
    isDue = writing !== null
    if (timer || writing || isClosed) return
    const pauseMs = Math.max(PATIENCE_MS, isStale ? mendAt - performance.now() : 0)
    timer = setTimeout(() => {
      timer = null
      writing = flush().finally(() => {
        writing = null
        if (isDue) schedule()
        awaitAge()
      })
    }, pauseMs)
  }

  /** Waits until the oldest young call is due, with one timer for all calls. */
  function awaitAge(): void {
    if (ageTimer || timer || writing || isClosed) return
    const [oldest] = young.values()
    if (!oldest) return
    const look = () => {
      ageTimer = null
      const [oldest] = young.values()
      if (oldest && isOld(oldest)) schedule()
      else awaitAge()
    }
    ageTimer = setTimeout(look, Math.max(0, oldest.dueAt - performance.now()))
  }

  const isOld = ({ dueAt }: Running) => isClosed || dueAt <= performance.now()

  async function flush(): Promise<void> {
    try {
      if (isStale) return performance.now() < mendAt ? undefined : await writeAnew()
      if (file === null) {
        await mkdir(folder, { recursive: true })
        file = await open(path, 'a', 0o600)
        lockFile(file)
      }
      const text = ends + takeOld()
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

  function takeOld(): string {
    let lines = ''
    for (const [id, call] of young) {
      if (!isOld(call)) break
      lines += lineOf(call)
      note(id, call)
    }
    return lines
  }

  function note(id: string, call: Running): void {
    young.delete(id)
    noted.set(id, call)
  }

  async function writeAnew(): Promise<void> {
    const next = `${path}.new`
    const fresh = await open(next, 'w', 0o600)
    try {
      lockFile(fresh)
      for (const [id, call] of young) note(id, call)
      ends = ''
      const written = await writeAll(fresh, [...noted.values()].map(lineOf).join(''))
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
    // Unlocked last, so that no node takes the file before it is deleted.
    if (before !== null) await close(before)
  }

  /** Returns whether the call is or may be in the file. */
  function forget(requestId: string): boolean {
    const call = young.get(requestId)
    if (!call) return noted.delete(requestId)
    young.delete(requestId)
    // replaced tables of the map keep the entry: see `bag.ts`
    call.hold = null
    return false
  }

  return {
    started(hold) {
      if (!hold.context) return
      young.set(hold.requestId, {
        hold,
        amount: hold.userAmount || hold.periodAmount,
        dueAt: performance.now() + notedAfterMs,
      })
      awaitAge()
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
      path = pathOfJournal(folder, node)
      isStale = true
      mendAt = 0
      schedule()
    },
    async close() {
      isClosed = true
      for (const waiting of [timer, ageTimer]) if (waiting) clearTimeout(waiting)
      await writing
      if (ends !== '' || young.size > 0 || isStale) await flush()
      if (file === null) return
      await close(file)
      file = null
      if (noted.size === 0) await unlink(path).catch(() => undefined)
    },
  }
}

function lineOf({ hold, amount }: Running): string {
  if (!hold?.context) return ''
  const { requestId, userId, tokenId, madeAt, context } = hold
  const line: JournalLine = [requestId, { userId, tokenId, amount, madeAt, context }]
  return `${JSON.stringify(line)}\n`
}

const endOf = (requestId: string): string => `["${requestId}",0]\n`

/** Returns how many bytes were written. A full disk may accept only a part. */
async function writeAll(file: number, text: string): Promise<number> {
  const bytes = Buffer.from(text)
  const { bytesWritten } = await write(file, bytes)
  if (bytesWritten < bytes.length) throw new Error('the disk accepted only a part')
  return bytesWritten
}
