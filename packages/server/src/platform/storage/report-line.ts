import { ReportEnded, type ReportLimits } from './report-limits.ts'

/**
 * Lets a few long reads run concurrently; the others queue. Readers take turns, and each one's reads come in order. No
 * user has all places, so that another's read need not wait for a long one to end.
 */
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
  const mostOfReader = Math.max(1, atOnce - 1)
  /** The readers of the running reads, each as often as it reads. */
  const running: (number | undefined)[] = []
  let size = 0
  /** The readers, in the order of their turns, with what each waits for. */
  const readers = new Map<number | undefined, Set<Waiter>>()

  /** The gateway's own reads are many readers', and few. */
  const hasPlace = (reader: number | undefined) =>
    running.length < atOnce && (reader === undefined || running.filter(one => one === reader).length < mostOfReader)

  /** Counts a read as running. Returns a function that ends it. */
  function begin(reader: number | undefined): () => void {
    running.push(reader)
    return onceOnly(() => {
      running.splice(running.indexOf(reader), 1)
      admitNext()
    })
  }

  function admitNext(): void {
    for (const [reader, waiters] of readers) {
      const [first] = waiters
      if (!first || !hasPlace(reader)) continue
      // The others are next.
      readers.delete(reader)
      readers.set(reader, waiters)
      first.admit()
      return
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
      if (hasPlace(reader)) return begin(reader)
      makeRoom(reader)
      return new Promise((resolve, reject) => {
        const end = (conclude: () => void) => {
          drop(reader, waiter)
          clearTimeout(patience)
          signal?.removeEventListener('abort', cancel)
          conclude()
        }
        const refuse = () => end(() => reject(new ReportEnded('reports_busy')))
        const waiter = { admit: () => end(() => resolve(begin(reader))), refuse }
        const cancel = () => end(() => reject(new ReportEnded('report_cancelled')))
        const patience = setTimeout(refuse, patienceMs)
        signal?.addEventListener('abort', cancel)
        take(reader, waiter)
      })
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
