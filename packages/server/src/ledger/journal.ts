import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { journalFile } from '../storage/journal-files.ts'
import type { Hold } from './book.ts'
import type { HoldContext } from './commands.ts'

/** A call that was running when its process died. */
export interface LostCall {
  requestId: string
  userId: number
  tokenId: number
  /** What it held at first. */
  amount: number
  /** Unix seconds. */
  madeAt: number
  context: HoldContext
}

/** A file of the calls that run at a node: appended to, never waited for, read when the node has died. */
export interface Journal {
  started(hold: Hold): void
  ended(requestId: string): void
  /** It has ended, and its charge is committed. Written with the next line: who reads the file asks the ledger too. */
  charged(requestId: string): void
  /** The node goes on under another id. */
  rename(node: string): void
  close(): void
}

type Line = [requestId: string, call: Omit<LostCall, 'requestId'> | 0]

/** Then it is written anew with the calls that run. */
const LARGEST_BYTES = 8 * 1024 * 1024

/** More is not kept back until the end of the event loop's turn. */
const LARGEST_PENDING = 64 * 1024

const MENDING_PAUSE_MS = 1_000

const pathOf = (folder: string, node: string) => join(folder, journalFile(node))

/** @param onTrouble called once when the file cannot be written: a crash then leaves running calls without a row */
export function openJournal(folder: string, node: string, onTrouble: (error: unknown) => void): Journal {
  let path = pathOf(folder, node)
  let file: number | null = null
  let pending = ''
  let size = 0
  let isScheduled = false
  let hasFailed = false
  let rewriteAt = LARGEST_BYTES
  /** After a failure the file lacks calls, or ends in part of a line: from then on it may be written anew. */
  let mendAt = Number.POSITIVE_INFINITY
  /** The lines of the calls that run, in case the file is written anew. */
  const running = new Map<string, string>()

  function trying(act: () => void): void {
    try {
      act()
    } catch (error) {
      if (!hasFailed) onTrouble(error)
      hasFailed = true
      mendAt = performance.now() + MENDING_PAUSE_MS
    }
  }

  function append(text: string, mayWait = false): void {
    pending += text
    if (pending.length > LARGEST_PENDING) flush()
    if (mayWait || isScheduled) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      flush()
    })
  }

  function flush(): void {
    const text = pending
    pending = ''
    if (text === '') return
    trying(() => {
      if (file === null) {
        mkdirSync(folder, { recursive: true })
        file = openSync(path, 'a', 0o600)
      }
      if (hasFailed) {
        if (performance.now() >= mendAt) writeAnew()
        return
      }
      writeAll(file, text)
      size += text.length
      if (size > rewriteAt) writeAnew()
    })
  }

  function writeAnew(): void {
    const next = `${path}.new`
    const text = [...running.values()].join('')
    const fresh = openSync(next, 'w', 0o600)
    try {
      writeAll(fresh, text)
      renameSync(next, path)
    } catch (error) {
      closeSync(fresh)
      throw error
    }
    if (file !== null) closeSync(file)
    file = fresh
    size = text.length
    rewriteAt = Math.max(LARGEST_BYTES, 2 * size)
    hasFailed = false
  }

  return {
    started({ requestId, userId, tokenId, userAmount, madeAt, context }) {
      if (!context) return
      const line: Line = [requestId, { userId, tokenId, amount: userAmount, madeAt, context }]
      const text = `${JSON.stringify(line)}\n`
      running.set(requestId, text)
      append(text)
    },
    ended(requestId) {
      if (running.delete(requestId)) append(endOf(requestId))
    },
    charged(requestId) {
      if (running.delete(requestId)) append(endOf(requestId), true)
    },
    rename(node) {
      const before = path
      path = pathOf(folder, node)
      trying(() => {
        writeAnew()
        if (existsSync(before)) unlinkSync(before)
      })
    },
    close() {
      flush()
      if (file === null) return
      closeSync(file)
      file = null
      if (running.size === 0) trying(() => unlinkSync(path))
    },
  }
}

const endOf = (requestId: string) => `["${requestId}",0]\n`

/** A full disk may take a part. */
function writeAll(file: number, text: string): void {
  if (writeSync(file, text) < Buffer.byteLength(text)) throw new Error('the disk took a part only')
}

/** Takes a dead node's journal out of the folder and returns the calls that were running. Of several who try, one gets them. */
export function takeJournal(folder: string, node: string): LostCall[] {
  const path = pathOf(folder, node)
  try {
    const text = readFileSync(path, 'utf8')
    unlinkSync(path)
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
