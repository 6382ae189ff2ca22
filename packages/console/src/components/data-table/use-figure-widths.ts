import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { FigureWidths } from './column-widths.ts'

/** Pixels by which two computed widths of the same length may differ. */
const ROUNDING = 0.1
/** The maximum width in pixels of a figure, and of a cell that grows with its column. */
const WIDEST = 320

const NONE: FigureWidths = {}

export interface MeasuredFigures {
  /** The widths that figures need. */
  figures: FigureWidths
  /** Those that the first rows shown needed. */
  first: FigureWidths
  /** Those known since the first rows of the latest answer were drawn, which decide what fits. */
  fitting: FigureWidths
}

/**
 * Measures headings and figures that are wider than their cells, before the browser shows them. A width that was needed
 * once stays, so that columns do not move with every page.
 * @param rows undefined: placeholders are drawn
 * @param drawn the number of rows: if there are only more, the earlier ones are not measured again
 * @param shape the rest of what decides how the rows are drawn
 */
export function useFigureWidths(
  frame: RefObject<HTMLElement | null>,
  rows: readonly unknown[] | undefined,
  drawn: number,
  shape: readonly unknown[],
): MeasuredFigures {
  const [measured, setMeasured] = useState<MeasuredFigures>({ figures: NONE, first: NONE, fitting: NONE })
  const last = useRef({ rows, drawn: -1, shape, figures: measured.figures })
  const first = useRef<{ rows: readonly unknown[]; drawn: number }>(undefined)
  const answer = useRef({ rows, drawn })
  useLayoutEffect(() => {
    const { current: before } = last
    const hasShape = shape.every((part, place) => part === before.shape[place])
    const isSame = hasShape && before.rows === rows && before.figures === measured.figures
    if (!frame.current || (isSame && before.drawn === drawn)) return
    last.current = { rows, drawn, shape, figures: measured.figures }
    if (!hasShape) first.current = undefined
    if (rows) first.current ??= { rows, drawn }
    if (!hasShape || answer.current.rows !== rows) answer.current = { rows, drawn }
    const figures = withCutFigures(measured.figures, frame.current, isSame ? Math.max(0, before.drawn) : 0)
    const isFirst = first.current === undefined || (first.current.rows === rows && first.current.drawn === drawn)
    const next = {
      figures,
      first: isFirst ? figures : measured.first,
      fitting: answer.current.drawn === drawn ? figures : measured.fitting,
    }
    const isNew =
      next.figures !== measured.figures || next.first !== measured.first || next.fitting !== measured.fitting
    if (isNew) setMeasured(next)
  })
  return measured
}

/** Returns the same widths if no figure is cut off. */
function withCutFigures(widths: FigureWidths, frame: HTMLElement, from: number): FigureWidths {
  const wider: Record<string, number> = {}
  for (const cell of frame.querySelectorAll<HTMLElement>(figuresFrom(from))) {
    const key = cell.dataset.figures ?? ''
    const needed = neededBy(cell)
    if (needed > cell.clientWidth && needed > (wider[key] ?? widths[key] ?? 0)) wider[key] = needed
  }
  return Object.keys(wider).length > 0 ? { ...widths, ...wider } : widths
}

/** The width of a cell that shows its content whole: `scrollWidth` rounds it, and leaves out what overflows to the left. */
function neededBy(cell: HTMLElement): number {
  if (cell.tagName !== 'TD') return Math.min(WIDEST, cell.scrollWidth)
  const { paddingLeft, paddingRight } = getComputedStyle(cell)
  const content = document.createRange()
  content.selectNodeContents(cell)
  const exact = content.getBoundingClientRect().width + Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight)
  const isWhole = exact <= cell.getBoundingClientRect().width + ROUNDING
  return isWhole ? cell.clientWidth : Math.min(WIDEST, Math.ceil(exact))
}

/**
 * The cells of the rows after the first `from`, with the headings if it is 0. Excludes those of a table in an opened row, and fields,
 * which fill their cells.
 */
const figuresFrom = (from: number): string =>
  `:scope > table > ${from > 0 ? `tbody > tr:nth-child(n + ${from + 1})` : '* > tr'} > [data-figures]:not(:has(input))`
