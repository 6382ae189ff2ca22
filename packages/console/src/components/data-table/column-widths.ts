import type { Column } from './columns.ts'

/** The pixels that the heading and the figures of a column need, by its key. */
export type FigureWidths = Readonly<Record<string, number>>

/**
 * The minimum width of a column in pixels: figures are never cut off, and headings only in a column that a user made
 * narrow.
 */
export function leastWidth<Row>({ key, numeric, width, chosenWidth }: Column<Row>, figures: FigureWidths): number {
  if (chosenWidth !== undefined && !numeric) return chosenWidth
  return Math.max(chosenWidth ?? width, figures[key] ?? 0)
}

/** The width at which a column's names are readable: its minimum for others. */
export function readableWidth<Row>(column: Column<Row>, figures: FigureWidths, texts: FigureWidths): number {
  const least = leastWidth(column, figures)
  const { key, readable, chosenWidth } = column
  return readable === undefined || chosenWidth !== undefined ? least : Math.max(least, texts[key] ?? 0)
}

/**
 * The width of each column in a table with `room` pixels. Extra room makes names readable, then widens the columns that
 * can use it equally, up to their maximum width; the rest goes to the column that grows.
 * @param first the figures by which the room was shared when the first rows were shown. Figures of later rows take theirs from the
 *   nearest columns, because nobody expects the others to move.
 */
export function columnWidths<Row>(
  columns: Column<Row>[],
  figures: FigureWidths,
  room: number,
  first = figures,
  texts: FigureWidths = {},
): number[] {
  const widths = sharedWidths(columns, first, room, texts)
  const least = columns.map(column => leastWidth(column, figures))
  const places = [...columns.keys()]
  for (const place of places) {
    const missing = () => (least[place] ?? 0) - (widths[place] ?? 0)
    for (const giver of [...places.slice(0, place).reverse(), ...places.slice(place + 1)]) {
      const given = Math.min(missing(), (widths[giver] ?? 0) - (least[giver] ?? 0))
      if (given <= 0) continue
      widths[giver] = (widths[giver] ?? 0) - given
      widths[place] = (widths[place] ?? 0) + given
    }
    widths[place] = (widths[place] ?? 0) + Math.max(0, missing())
  }
  return widths
}

function sharedWidths<Row>(columns: Column<Row>[], figures: FigureWidths, room: number, texts: FigureWidths): number[] {
  const least = columns.map(column => leastWidth(column, figures))
  const readable = towards(
    least,
    columns.map(column => readableWidth(column, figures, texts)),
    room,
  )
  const widths = towards(readable, columns.map(greatestWidth), room)
  const filler = fillerOf(columns)
  const left = Math.max(0, room - sum(widths))
  return widths.map((width, index) => (index === filler ? width + left : width))
}

/** Widens columns towards their goals, by the same part of what each lacks, as far as the room goes. */
function towards(widths: number[], goals: number[], room: number): number[] {
  const wanted = widths.map((width, index) => Math.max(0, (goals[index] ?? 0) - width))
  const share = Math.min(1, Math.max(0, room - sum(widths)) / Math.max(1, sum(wanted)))
  return widths.map((width, index) => width + Math.floor(share * (wanted[index] ?? 0)))
}

/** A column that takes the rest first takes its own part, as if it wanted twice its width. */
function greatestWidth<Row>({ chosenWidth, grows, maxWidth, width }: Column<Row>): number {
  if (chosenWidth !== undefined) return chosenWidth
  return maxWidth ?? (grows ? 2 * width : width)
}

/** The column that takes the rest: preferably not one with a chosen width. */
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
