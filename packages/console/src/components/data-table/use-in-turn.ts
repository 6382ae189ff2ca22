import { startTransition, useEffect, useState } from 'react'

/** Pixels of the window for each row in view: a row and its part of what is above the rows. */
const WINDOW_PER_ROW = 45
const AT_ONCE = 12

/**
 * Returns how many of a table's rows to draw: those that fit on the screen first, then some at a time, so that the page answers in
 * between.
 * @param answered identifies what the rows answer, and the next answer begins anew; absent: they are placeholders
 */
export function useInTurn(count: number, answered: string | undefined): number {
  const [turn, take] = useState<{ answered: string | undefined; drawn: number }>()
  const first = Math.ceil(innerHeight / WINDOW_PER_ROW)
  const drawn = turn && turn.answered === answered ? turn.drawn : first
  const isDone = answered === undefined || drawn >= count
  useEffect(() => {
    if (!isDone) startTransition(() => take({ answered, drawn: drawn + AT_ONCE }))
  }, [isDone, answered, drawn])
  return Math.min(drawn, count)
}
