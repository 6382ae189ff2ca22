import type { Page } from '@playwright/test'

interface Noted {
  /** The tasks over 50 ms, in milliseconds. */
  tasks: number[]
  /** Layout shift that no input explains. */
  shift: number
}

const LONGEST_MS = 20_000

/** Runs in the page before its own code. */
export function noteTasksAndShifts(): void {
  const noted: Noted = { tasks: [], shift: 0 }
  Object.assign(window, { noted })
  new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) noted.tasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
      if (!hadRecentInput) noted.shift += value
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Returns the long tasks and the layout shift since the last call. */
export async function noted(page: Page): Promise<Noted> {
  // Observers are told of a task in a later one.
  await page.waitForTimeout(150)
  return page.evaluate(() => {
    const { noted } = window as unknown as { noted: Noted }
    const { shift } = noted
    noted.shift = 0
    return { tasks: noted.tasks.splice(0), shift }
  })
}

/**
 * Acts, and resolves to the milliseconds from that act, as the page gets it, until the rows that answer it are in a drawn frame.
 * `there`: from the start of the page's load until its first rows.
 */
export async function answersWith(
  page: Page,
  act: 'there' | 'click' | 'Enter',
  acts: () => Promise<void>,
): Promise<number> {
  const answering = page.evaluate(
    ([act, longest]) =>
      new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error(`${act}: no rows at ${location.href}`)), longest)
        // the rows of each answer have an element of their own
        const rows = () => document.querySelector('main tbody:has(tr[data-row])')
        const before = rows()
        const isThere = () =>
          (act === 'there' || rows() !== before) &&
          document.querySelector('tbody tr[data-row]') !== null &&
          document.querySelector('main [aria-busy=true]') === null
        const watch = (since: number) => {
          const frame = () =>
            isThere() ? setTimeout(() => resolve(performance.now() - since)) : requestAnimationFrame(frame)
          frame()
        }
        if (act === 'there') return watch(0)
        const type = act === 'click' ? 'click' : 'keydown'
        const seen = (event: Event) => {
          if (act === 'Enter' && (event as KeyboardEvent).key !== 'Enter') return
          removeEventListener(type, seen, true)
          watch(performance.now())
        }
        addEventListener(type, seen, true)
      }),
    [act, LONGEST_MS] as const,
  )
  // Whatever fails first says why.
  const [ms] = await Promise.all([answering, acts()])
  return ms
}
