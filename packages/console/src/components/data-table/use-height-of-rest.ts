import { type RefObject, useLayoutEffect, useState } from 'react'

/** The height in pixels of a table's rows that are not drawn yet: they are as high as the others on average. */
export function useHeightOfRest(frame: RefObject<HTMLElement | null>, rest: number): number {
  const [average, setAverage] = useState(0)
  useLayoutEffect(() => {
    const rows = rest > 0 ? [...(frame.current?.querySelectorAll(DRAWN) ?? [])] : []
    const [first, last] = [rows[0], rows.at(-1)]
    if (!first || !last) return
    setAverage((last.getBoundingClientRect().bottom - first.getBoundingClientRect().top) / rows.length)
  })
  return rest * average
}

const DRAWN = ':scope > table > tbody > tr:not([aria-hidden])'
