import { ReportEnded, type ReportLimits } from './report-limits.ts'

/** Lets a few long reads run concurrently; the others queue in order of arrival. */
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
}

/** A page of logs takes two reads, so a hundred in the queue are more than any console causes. */
export const LINE = { waiting: 100, patienceMs: 15_000 }

export function makeReportLine({ atOnce, waiting: most, patienceMs }: LineLimits): ReportLine {
  let running = 0
  const waiting = new Set<Waiter>()

  const leave = () => {
    const [next] = waiting
    if (next) next.admit()
    else running -= 1
  }

  return {
    async enter({ signal }) {
      if (signal?.aborted) throw new ReportEnded('report_cancelled')
      if (running < atOnce) {
        running += 1
        return onceOnly(leave)
      }
      if (waiting.size >= most) throw new ReportEnded('reports_busy')
      await new Promise<void>((resolve, reject) => {
        const end = (conclude: () => void) => {
          waiting.delete(waiter)
          clearTimeout(patience)
          signal?.removeEventListener('abort', cancel)
          conclude()
        }
        const waiter = { admit: () => end(resolve) }
        const cancel = () => end(() => reject(new ReportEnded('report_cancelled')))
        const patience = setTimeout(() => end(() => reject(new ReportEnded('reports_busy'))), patienceMs)
        signal?.addEventListener('abort', cancel)
        waiting.add(waiter)
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
