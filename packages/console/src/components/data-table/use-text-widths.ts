import { useState } from 'react'
import type { FigureWidths } from './column-widths.ts'
import type { Column } from './columns.ts'
import { textWidths } from './text-widths.ts'

interface Known<Row> {
  columns: Column<Row>[]
  rows: readonly Row[] | undefined
  widths: FigureWidths
}

/** Measures the widest texts of all rows. A width that was needed once stays, so that columns do not move with every page. */
export function useTextWidths<Row>(columns: Column<Row>[], rows: readonly Row[] | undefined): FigureWidths {
  const [known, keep] = useState<Known<Row>>({ columns, rows: undefined, widths: {} })
  if (known.rows === rows && known.columns === columns) return known.widths
  const widths = rows ? textWidths(columns, rows, known.widths, widthOf) : known.widths
  keep({ columns, rows, widths })
  return widths
}

/** The tables' font size in pixels. */
const SIZE = 13

let context: OffscreenCanvasRenderingContext2D | null | undefined

/** A text's width as tables show it, all figures equally wide. */
function widthOf(text: string): number {
  if (context === undefined) {
    context = new OffscreenCanvas(1, 1).getContext('2d')
    if (context) context.font = `${SIZE}px ${getComputedStyle(document.body).fontFamily}`
  }
  return context?.measureText(text.replace(/\d/g, '0')).width ?? 0
}
