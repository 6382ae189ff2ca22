import { readFileSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { isFileLocked } from '../../platform/storage/file-lock.ts'
import { journalFile } from '../../platform/storage/journal-files.ts'
import type { HoldContext } from './commands.ts'

/** A call that was running when its process died. */
export interface LostCall {
  requestId: string
  userId: number
  tokenId: number
  /** The amount of its first hold. */
  amount: number
  /** Unix seconds. */
  madeAt: number
  context: HoldContext
}

/** A line of a journal; 0: the call has ended. */
export type JournalLine = [requestId: string, call: Omit<LostCall, 'requestId'> | 0]

export const pathOfJournal = (folder: string, node: string) => join(folder, journalFile(node))

/** Whether the process that writes a node's journal is alive, even if frozen or cut off. */
export function isJournalInUse(folder: string, node: string): boolean {
  try {
    return isFileLocked(pathOfJournal(folder, node))
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
  const path = pathOfJournal(folder, node)
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

/** Returns null for a line that was cut off when the process died. */
function readLine(line: string): JournalLine | null {
  try {
    const read = JSON.parse(line)
    return Array.isArray(read) ? (read as JournalLine) : null
  } catch {
    return null
  }
}
