import type { FigureWidths } from './column-widths.ts'
import type { Column } from './columns.ts'

/** Pixels: both sides of a cell, and the maximum width of a figure. */
const PADDING = 16
const WIDEST = 320

/**
 * The widths that the cells of all rows need, drawn or not, by the longest text of each column; not less than those before. Known before
 * anything is drawn, they decide which columns have room, and rows drawn later change nothing about it.
 * @param measure the width of a text in pixels
 */
export function textWidths<Row>(
  columns: Column<Row>[],
  rows: readonly Row[],
  before: FigureWidths,
  measure: (text: string) => number,
): FigureWidths {
  const wider: Record<string, number> = {}
  for (const { key, text, readable = WIDEST } of columns) {
    const longest = text && rows.map(text).reduce((most, each) => (each.length > most.length ? each : most), '')
    if (!longest) continue
    const needed = Math.min(readable, Math.ceil(measure(longest)) + PADDING)
    if (needed > (before[key] ?? 0)) wider[key] = needed
  }
  return Object.keys(wider).length > 0 ? { ...before, ...wider } : before
}

/** The widths with those foreseen for figures. */
export const withForeseen = <Row>(
  columns: Column<Row>[],
  figures: FigureWidths,
  texts: FigureWidths,
): FigureWidths => ({
  ...figures,
  ...Object.fromEntries(
    columns.flatMap(({ key, numeric }) =>
      numeric && texts[key] !== undefined ? [[key, Math.max(texts[key], figures[key] ?? 0)]] : [],
    ),
  ),
})
