import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Client → family → scenario → what went wrong in the last run, empty when nothing did. */
export type Results = Record<string, Record<string, Record<string, string>>>

const FILE = join(import.meta.dir, 'results.json')

/** What came of the last run of every cell. */
export const readResults = (): Results => (existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : {})

/** Keeps what came of one scenario in one cell. */
export function keepResult(client: string, family: string, scenario: string, problems: string): void {
  const results = readResults()
  const row = results[client] ?? {}
  results[client] = { ...row, [family]: { ...row[family], [scenario]: problems } }
  writeFileSync(FILE, `${JSON.stringify(results, null, 2)}\n`)
}
