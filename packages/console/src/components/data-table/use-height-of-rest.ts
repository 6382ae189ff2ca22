import { type RefObject, useLayoutEffect } from 'react'

/** Keeps the place of a table's rows that are not drawn yet: they are as high as the others on average. */
export function useHeightOfRest(frame: RefObject<HTMLElement | null>, rest: number): void {
  useLayoutEffect(() => {
    const place = frame.current?.querySelector<HTMLElement>(PLACE)
    const rows = place ? [...(frame.current?.querySelectorAll(DRAWN) ?? [])] : []
    const [first, last] = [rows[0], rows.at(-1)]
    if (!place || !first || !last) return
    const drawn = last.getBoundingClientRect().bottom - first.getBoundingClientRect().top
    // a state would draw the table a second time
    place.style.height = `${(rest * drawn) / rows.length}px`
  })
}

const ROWS = ':scope > table > tbody > tr'
const DRAWN = `${ROWS}:not([aria-hidden])`
const PLACE = `${ROWS}[aria-hidden] > td`
