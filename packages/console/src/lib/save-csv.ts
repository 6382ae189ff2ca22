import { csvLine } from '@tollgate/contract'
import { saveAs } from './download.ts'

/** Without it Excel reads UTF-8 in the country's legacy encoding. */
const BYTE_ORDER_MARK = '\ufeff'

/** Has the browser save a table as comma-separated values; the first line has the column names. */
export function saveCsv(name: string, lines: readonly (readonly (string | number)[])[]): void {
  const content = new Blob([BYTE_ORDER_MARK, ...lines.map(line => csvLine(line))], { type: 'text/csv;charset=utf-8' })
  saveAs(`${name}.csv`, content)
}

/** Unix seconds as other programs read them: `2026-01-31T18:05:09.000Z`. */
export const csvTime = (unixSeconds: number): string => new Date(unixSeconds * 1000).toISOString()
