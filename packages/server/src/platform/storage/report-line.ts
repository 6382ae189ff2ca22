import { ReportEnded, type ReportLimits } from './report-limits.ts'

/** Lets a few long reads run at once; the others wait in line, in order of arrival. */
export interface ReportLine {
  /**
   * Resolves when there is a place, to a function that leaves it.
   *
   * @throws ReportEnded when too many wait already, the wait is too long, or the reader has gone
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

/** A page of logs takes two reads: a hundred in line are more than any console asks for by itself. */
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
