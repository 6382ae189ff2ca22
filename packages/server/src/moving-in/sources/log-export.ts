import { csvRows } from './csv-rows.ts'
import { SourceProblem } from './problem.ts'
import type { Cell, Source } from './source.ts'
import { makeStaging } from './staging.ts'

export type LogExport = 'csv' | 'jsonl'
const TABLE = { place: '', table: 'logs' }
/** Columns that every log has, by which an export is known. */
const MARKS = ['created_at', 'type', 'user_id', 'quota']

/** Tells a table of the log in CSV with a header, or in JSON line by line, from other text. */
export function logExportOf(head: string): LogExport | null {
  const line = head.slice(0, head.indexOf('\n') === -1 ? undefined : head.indexOf('\n')).trim()
  if (line.startsWith('{')) return 'jsonl'
  const names = line.split(',').map(unquoted)
  return MARKS.every(mark => names.includes(mark)) ? 'csv' : null
}

const unquoted = (name: string) => name.trim().replace(/^(["'`])(.*)\1$/, '$2')

/**
 * Reads an exported log into a temporary file. ClickHouse counts no rows, so a row without an id has its place in the
 * file for one.
 */
export async function readLogExport(
  chunks: AsyncIterable<string>,
  { name, kind, sha256 }: { name: string; kind: LogExport; sha256: string },
): Promise<Source> {
  const staging = makeStaging(true)
  try {
    let columns: string[] | undefined
    let row = 0
    for await (const given of kind === 'csv' ? csvRecords(chunks, name) : jsonRecords(chunks, name)) {
      columns ??= columnsOf(given, staging)
      row++
      const id = Number(given.get('id') ?? 0) > 0 ? (given.get('id') as string) : String(row)
      staging.addRow(TABLE, columns, [id, ...columns.slice(1).map(column => given.get(column) ?? null)])
    }
    if (!columns) throw new SourceProblem(`${name} has no row.`)
    return staging.finish({ name, kind: 'sqlite', sha256 })
  } catch (error) {
    staging.discard()
    throw error
  }
}

type LogRecord = ReadonlyMap<string, Cell>

function columnsOf(record: LogRecord, staging: ReturnType<typeof makeStaging>): string[] {
  const columns = ['id', ...[...record.keys()].filter(name => name !== 'id')]
  staging.addTable(TABLE, columns)
  return columns
}

/** `CSVWithNamesAndTypes` has a row of types below the header. */
const TYPE = /^(?:Nullable|LowCardinality|U?Int\d+|String|Bool|Float\d+|Date|DateTime)\b/

async function* csvRecords(chunks: AsyncIterable<string>, name: string): AsyncGenerator<LogRecord> {
  let header: string[] | undefined
  for await (const cells of csvRows(chunks, name)) {
    if (!header) {
      header = cells.map(cell => cell ?? '')
      continue
    }
    if (cells.every(cell => TYPE.test(cell ?? ''))) continue
    if (cells.length !== header.length)
      throw new SourceProblem(
        `${name} is truncated or damaged: a row has ${cells.length} values instead of ${header.length}.`,
      )
    yield new Map(header.map((column, at) => [column, cells[at] ?? null]))
  }
}

async function* jsonRecords(chunks: AsyncIterable<string>, name: string): AsyncGenerator<LogRecord> {
  let number = 0
  for await (const line of linesOf(chunks)) {
    number++
    if (line.trim() === '') continue
    yield new Map(Object.entries(objectIn(line, number, name)).map(([column, value]) => [column, cellOf(value)]))
  }
}

function objectIn(line: string, number: number, name: string): object {
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // It is told below.
  }
  throw new SourceProblem(`${name} is truncated or damaged: line ${number} is not a JSON object.`)
}

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return value ? '1' : '0'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let begun: string[] = []
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', from)) {
      begun.push(chunk.slice(from, end))
      yield begun.join('')
      begun = []
      from = end + 1
    }
    begun.push(chunk.slice(from))
  }
  yield begun.join('')
}
