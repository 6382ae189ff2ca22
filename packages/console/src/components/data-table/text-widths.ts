import type { FigureWidths } from './column-widths.ts'
import type { Column } from './columns.ts'

/** Pixels: both sides of a cell, and the maximum width of a figure. */
const PADDING = 16
const WIDEST = 320

/** Of the texts with the most letters, which is not always the widest. */
const MEASURED = 8

/**
 * The widths that the cells of all rows need, drawn or not, by the widest text of each column; not less than those before. Known before
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
  for (const { key, text, around = 0, readable = WIDEST } of columns) {
    if (!text) continue
    const longest = [...new Set(rows.map(text))].toSorted((a, b) => b.length - a.length).slice(0, MEASURED)
    const widest = Math.max(0, ...longest.map(measure))
    if (widest === 0) continue
    const needed = Math.min(readable, Math.ceil(widest) + around + PADDING)
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
