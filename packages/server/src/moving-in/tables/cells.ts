import { SourceProblem } from '../sources/problem.ts'
import { type Cell, rowsOf, type Source } from '../sources/source.ts'

/** A row of a source. A missing column or null reads as the caller's default. */
export interface Cells {
  text(column: string): string
  /** @throws SourceProblem for a number that is not whole or beyond 2^53 */
  whole(column: string, missing?: number): number
  real(column: string): number
  flag(column: string): boolean
  /** Unix seconds of a time in any database's format; null: none. */
  time(column: string): number | null
  /** When the row was deleted, also where its time is in a form that is not known; null: it is not. */
  deletion(column: string): number | null
  /** A JSON object; empty for anything else. */
  object(column: string): Record<string, unknown>
}

/** Reads every row of a table; none if the source lacks the table. */
export function readAll<Row>(source: Source, table: string, read: (cells: Cells) => Row): Row[] {
  const rows: Row[] = []
  for (const row of rowsOf(source, table)) rows.push(read(cellsOf(row, table)))
  return rows
}

/** SQLite shows a whole number that was computed with fractions as `5.0` or `5.0e+14`. */
const NUMBER = /^-?\d{1,30}(?:\.\d{1,30})?(?:e\+?\d{1,2})?$/i
/** The time of a deletion that cannot be read. */
const LONG_AGO = 1

export function cellsOf(row: Record<string, Cell>, table: string): Cells {
  const cell = (column: string) => row[column] ?? null
  const place = (column: string) => `${table}, row ${row.id ?? '?'}, column ${column}`
  return {
    // PostgreSQL stores no zero byte.
    text: column => (cell(column) ?? '').replaceAll('\0', '\ufffd'),
    whole(column, missing = 0) {
      const text = cell(column)
      if (text === null || text === '') return missing
      const value = NUMBER.test(text) ? Number(text) : Number.NaN
      if (!Number.isInteger(value))
        throw new SourceProblem(`${place(column)}: “${text.slice(0, 40)}” is not a whole number.`)
      if (!Number.isSafeInteger(value))
        throw new SourceProblem(`${place(column)}: ${text} is beyond 2^53, where sums are no longer exact.`)
      return value
    },
    real(column) {
      const value = Number(cell(column) ?? 0)
      return Number.isFinite(value) ? value : 0
    },
    flag: column => ['1', 't', 'true'].includes((cell(column) ?? '').toLowerCase()),
    time: column => timeOf(cell(column) ?? ''),
    deletion(column) {
      const text = cell(column) ?? ''
      return timeOf(text) ?? (NO_TIME.test(text) ? null : LONG_AGO)
    },
    object: column => objectOf(cell(column) ?? ''),
  }
}

export function objectOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {}
  } catch {
    return {}
  }
}

/** Times such as `2026-11-23 21:18:15.123456789+00:00`. */
const TIME = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.\d+)?\s*(Z|[+-]\d\d(?::?\d\d)?)?$/

const NO_TIME = /^(?:0*|0000-.*)$/

function timeOf(text: string): number | null {
  if (text === '' || text.startsWith('0000-')) return null
  if (/^\d{1,12}$/.test(text)) return Number(text) || null
  const [, day, time, zone = 'Z'] = TIME.exec(text) ?? []
  const ms = day ? Date.parse(`${day}T${time}${zone.length === 3 && zone !== 'Z' ? `${zone}:00` : zone}`) : Number.NaN
  return Number.isNaN(ms) ? null : Math.floor(ms / 1000)
}
