import { availableParallelism } from 'node:os'
import type { WhatIfResult } from '@tollgate/contract'
import { processCommand } from '../../platform/process/own-program.ts'
import type { Db } from '../../platform/storage/db.ts'
import type { Span } from './read-rows.ts'
import type { Assignment, Progress } from './replay-part.ts'
import type { Told } from './replay-process.ts'
import { makeSums, type PartOfSums } from './sums.ts'

/** More read the same disk no faster. */
const MOST_PROCESSES = 4

interface ReplayDeps {
  db: Db
  /** Ends the replay. */
  signal?: AbortSignal
  onProgress?(progress: Progress): void
}

/**
 * Charges every charged row of a span again at other prices, in processes of their own that yield to calls: as many as
 * the machine has cores.
 */
export async function replay(
  assignment: Omit<Assignment, 'part'> & { span: Span },
  { db, signal, onProgress = () => undefined }: ReplayDeps,
): Promise<WhatIfResult> {
  const of = Math.min(availableParallelism(), MOST_PROCESSES)
  const ended = new AbortController()
  const all = signal ? AbortSignal.any([signal, ended.signal]) : ended.signal
  const progress = Array.from({ length: of }, (): Progress => ({ handled: 0, reached: 0 }))
  const parts = progress.map((_, nth) =>
    runPart({ ...assignment, part: { nth, of } }, all, told => {
      progress[nth] = told
      onProgress({
        handled: progress.reduce((sum, { handled }) => sum + handled, 0),
        reached: Math.max(...progress.map(({ reached }) => reached)),
      })
    }),
  )
  try {
    const sums = makeSums()
    for (const part of await Promise.all(parts)) sums.addPart(part)
    const channels = await db.selectFrom('channels').select(['id', 'name']).execute()
    return sums.result(new Map(channels.map(({ id, name }) => [id, name])))
  } finally {
    ended.abort()
    await Promise.allSettled(parts)
  }
}

async function runPart(
  assignment: Assignment,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<PartOfSums> {
  signal.throwIfAborted()
  let part: PartOfSums | undefined
  let failure = 'a process of the replay ended unexpectedly'
  const child = Bun.spawn(processCommand('money/what-if/replay-process.ts'), {
    stdio: ['ignore', 'inherit', 'inherit'],
    serialization: 'json',
    ipc(message) {
      const told = message as Told // from our own program
      if ('progress' in told) onProgress(told.progress)
      if ('part' in told) part = told.part
      if ('failure' in told) failure = told.failure
      if (!('progress' in told) || part) child.kill('SIGKILL')
    },
  })
  const kill = () => child.kill('SIGKILL')
  signal.addEventListener('abort', kill)
  child.send(assignment)
  await child.exited
  signal.removeEventListener('abort', kill)
  if (part) return part
  signal.throwIfAborted()
  throw new Error(failure)
}
