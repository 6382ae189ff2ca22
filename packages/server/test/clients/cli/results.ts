import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Client → family → scenario → what went wrong in the last run; empty if it passed. */
export type Results = Record<string, Record<string, Record<string, string>>>

/** The matrices with stored results. */
type Matrix = 'cli' | 'frameworks'

const fileOf = (matrix: Matrix): string => join(import.meta.dir, '..', matrix, 'results.json')

/** Reads the results of the last run of every cell. */
export const readResults = (matrix: Matrix): Results =>
  existsSync(fileOf(matrix)) ? JSON.parse(readFileSync(fileOf(matrix), 'utf8')) : {}

/** Stores the result of one scenario in one cell. */
export function keepResult(matrix: Matrix, client: string, family: string, scenario: string, problems: string): void {
  const results = readResults(matrix)
  const row = results[client] ?? {}
  results[client] = { ...row, [family]: { ...row[family], [scenario]: problems } }
  writeFileSync(fileOf(matrix), `${JSON.stringify(results, null, 2)}\n`)
}
