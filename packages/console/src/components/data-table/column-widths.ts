import type { Column } from './columns.ts'

/** Pixels that the heading and the figures of a column need, by its key. */
export type FigureWidths = Readonly<Record<string, number>>

/** The pixels that a column does not go below: figures are never cut, and headings only in a column that somebody made narrow. */
export function leastWidth<Row>({ key, numeric, width, chosenWidth }: Column<Row>, figures: FigureWidths): number {
  if (chosenWidth !== undefined && !numeric) return chosenWidth
  return Math.max(chosenWidth ?? width, figures[key] ?? 0)
}

/**
 * The width of each column in a table with `room` pixels for them. Where there is more room than they need, those that can use it
 * widen alike, up to their greatest width; the rest goes to the column that grows.
 */
export function columnWidths<Row>(columns: Column<Row>[], figures: FigureWidths, room: number): number[] {
  const least = columns.map(column => leastWidth(column, figures))
  const wanted = columns.map((column, index) => Math.max(0, greatestWidth(column) - (least[index] ?? 0)))
  const free = Math.max(0, room - sum(least))
  const share = Math.min(1, free / Math.max(1, sum(wanted)))
  const widths = least.map((width, index) => width + Math.floor(share * (wanted[index] ?? 0)))
  const filler = fillerOf(columns)
  const left = Math.max(0, room - sum(widths))
  return widths.map((width, index) => (index === filler ? width + left : width))
}

/** A column that takes the rest takes its own part first, as if it wanted twice its width. */
function greatestWidth<Row>({ chosenWidth, grows, maxWidth, width }: Column<Row>): number {
  if (chosenWidth !== undefined) return chosenWidth
  return maxWidth ?? (grows ? 2 * width : width)
}

/** The place of the column that takes the rest: not one that somebody gave a width, if there is another. */
function fillerOf<Row>(columns: Column<Row>[]): number {
  const free = (column: Column<Row>) => column.chosenWidth === undefined
  const choices = [
    columns.findIndex(column => column.grows && free(column)),
    columns.findLastIndex(column => !column.numeric && free(column)),
    columns.findLastIndex(free),
  ]
  return choices.find(place => place !== -1) ?? columns.length - 1
}

const sum = (numbers: number[]): number => numbers.reduce((total, each) => total + each, 0)
