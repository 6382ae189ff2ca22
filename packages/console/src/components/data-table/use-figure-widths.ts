import { type RefObject, useLayoutEffect, useState } from 'react'
import type { FigureWidths } from './column-widths.ts'

/** Pixels by which two computed widths of the same length may differ. */
const ROUNDING = 0.1
/** The maximum width in pixels of a figure, and of a cell that grows with its column. */
const WIDEST = 320

/**
 * Measures headings and figures that are wider than their cells, before the browser shows them. A width that was needed
 * once stays, so that columns do not move with every page.
 * @param shown the state that decides how the rows are drawn
 */
export function useFigureWidths(frame: RefObject<HTMLElement | null>, shown: readonly unknown[]): FigureWidths {
  const [widths, setWidths] = useState<FigureWidths>({})
  useLayoutEffect(() => {
    if (frame.current) setWidths(withCutFigures(widths, frame.current))
  }, [frame, widths, ...shown])
  return widths
}

/** Returns the same widths if no figure is cut off. */
function withCutFigures(widths: FigureWidths, frame: HTMLElement): FigureWidths {
  const wider: Record<string, number> = {}
  for (const cell of frame.querySelectorAll<HTMLElement>(FIGURES)) {
    const key = cell.dataset.figures ?? ''
    const needed = Math.min(WIDEST, cell.tagName === 'TD' ? neededBy(cell) : cell.scrollWidth)
    if (needed > cell.clientWidth && needed > (wider[key] ?? widths[key] ?? 0)) wider[key] = needed
  }
  return Object.keys(wider).length > 0 ? { ...widths, ...wider } : widths
}

/** The width of a cell that shows its content whole: `scrollWidth` rounds it, and leaves out what overflows to the left. */
function neededBy(cell: HTMLElement): number {
  const { paddingLeft, paddingRight } = getComputedStyle(cell)
  const content = document.createRange()
  content.selectNodeContents(cell)
  const exact = content.getBoundingClientRect().width + Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight)
  const isWhole = exact <= cell.getBoundingClientRect().width + ROUNDING
  return isWhole ? cell.clientWidth : Math.ceil(exact)
}

/** Excludes those of a table in an opened row, and fields, which fill their cells. */
const FIGURES = ':scope > table > * > tr > [data-figures]:not(:has(input))'
