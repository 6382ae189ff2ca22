import { SourceProblem } from './problem.ts'
import type { Cell } from './source.ts'

/** A row is longer only where a quote is missing. */
const MOST_IN_A_ROW = 64 * 2 ** 20
const QUOTE = '"'
/** How ClickHouse writes null. */
const NULL = '\\N'

/** Reads rows of CSV, in which a quoted cell may hold commas, line breaks and doubled quotes. */
export async function* csvRows(chunks: AsyncIterable<string>, name: string): AsyncGenerator<Cell[]> {
  let cells: Cell[] = []
  let cell = ''
  let state: 'plain' | 'quoted' | 'closed' = 'plain'
  let wasQuoted = false
  let length = 0
  const endCell = () => {
    cells.push(!wasQuoted && cell === NULL ? null : cell)
    cell = ''
    wasQuoted = false
    state = 'plain'
  }
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; ) {
      if (state === 'quoted') {
        const end = chunk.indexOf(QUOTE, at)
        cell += chunk.slice(at, end === -1 ? undefined : end)
        length += (end === -1 ? chunk.length : end) - at
        if (length > MOST_IN_A_ROW) throw new SourceProblem(`${name} has a row without an end: a quote is missing.`)
        at = end === -1 ? chunk.length : end + 1
        if (end !== -1) state = 'closed'
        continue
      }
      const here = chunk[at] as string
      if (here === QUOTE && state === 'closed') {
        cell += QUOTE
        state = 'quoted'
      } else if (here === QUOTE && cell === '') {
        state = 'quoted'
        wasQuoted = true
      } else if (here === ',') endCell()
      else if (here === '\n') {
        endCell()
        if (cells.length > 1 || cells[0] !== '') yield cells
        cells = []
        length = 0
      } else if (here !== '\r') cell += here
      at++
    }
  }
  if (state === 'quoted') throw new SourceProblem(`${name} is truncated: it ends within a row.`)
  if (cells.length === 0 && cell === '') return
  endCell()
  yield cells
}
