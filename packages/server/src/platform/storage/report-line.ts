import { ReportEnded, type ReportLimits } from './report-limits.ts'

/** Lets a few long reads run concurrently; the others queue. Readers take turns, and each one's reads come in order. */
export interface ReportLine {
  /**
   * Waits for a place. Resolves to a function that frees it.
   * @throws ReportEnded if the queue is too long, the wait is too long, or the reader has gone
   */
  enter(limits: ReportLimits): Promise<() => void>
}

interface LineLimits {
  atOnce: number
  waiting: number
  patienceMs: number
}

interface Waiter {
  admit(): void
  refuse(): void
}

/** A page of logs takes two reads, so a hundred in the queue are more than any console causes. */
export const LINE = { waiting: 100, patienceMs: 15_000 }

export function makeReportLine({ atOnce, waiting: most, patienceMs }: LineLimits): ReportLine {
  let running = 0
  let size = 0
  /** The readers, in the order of their turns, with what each waits for. */
  const readers = new Map<number | undefined, Set<Waiter>>()

  const leave = () => {
    const [turn] = readers
    if (!turn) running -= 1
    else {
      const [reader, waiters] = turn
      // The others are next.
      readers.delete(reader)
      readers.set(reader, waiters)
      for (const first of waiters) return first.admit()
    }
  }

  function take(reader: number | undefined, waiter: Waiter): void {
    const waiters = readers.get(reader) ?? new Set()
    waiters.add(waiter)
    readers.set(reader, waiters)
    size += 1
  }

  function drop(reader: number | undefined, waiter: Waiter): void {
    const waiters = readers.get(reader)
    if (!waiters?.delete(waiter)) return
    size -= 1
    if (waiters.size === 0) readers.delete(reader)
  }

  /** In a full queue, refuses the newest read of the reader with the most waiting, or this one if it is that reader's. */
  function makeRoom(reader: number | undefined): void {
    if (size < most) return
    const own = readers.get(reader)?.size ?? 0
    let largest: ReadonlySet<Waiter> = new Set()
    for (const waiters of readers.values()) if (waiters.size > largest.size) largest = waiters
    const last = [...largest].at(-1)
    if (!last || largest.size <= own + 1) throw new ReportEnded('reports_busy')
    last.refuse()
  }

  return {
    async enter({ signal, reader }) {
      if (signal?.aborted) throw new ReportEnded('report_cancelled')
      if (running < atOnce) {
        running += 1
        return onceOnly(leave)
      }
      makeRoom(reader)
      await new Promise<void>((resolve, reject) => {
        const end = (conclude: () => void) => {
          drop(reader, waiter)
          clearTimeout(patience)
          signal?.removeEventListener('abort', cancel)
          conclude()
        }
        const refuse = () => end(() => reject(new ReportEnded('reports_busy')))
        const waiter = { admit: () => end(resolve), refuse }
        const cancel = () => end(() => reject(new ReportEnded('report_cancelled')))
        const patience = setTimeout(refuse, patienceMs)
        signal?.addEventListener('abort', cancel)
        take(reader, waiter)
      })
      return onceOnly(leave)
    },
  }
}

function onceOnly(act: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) act()
    isDone = true
  }
}
