import { csvLine, type LogOther, logColumns } from '@tollgate/contract'
import { type ExportedRow, exportColumns, exportValues } from './columns.ts'

interface ExportFormat {
  contentType: string
  /** The text before the first row. */
  head(isAdmin: boolean): string
  line(row: ExportedRow, isAdmin: boolean): string
}

/** Without it Excel does not read UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'

export const exportFormats: Record<'csv' | 'jsonl', ExportFormat> = {
  csv: {
    contentType: 'text/csv; charset=utf-8; header=present',
    head: isAdmin => BYTE_ORDER_MARK + csvLine(exportColumns(isAdmin)),
    line: (row, isAdmin) => csvLine(exportValues(row, isAdmin)),
  },
  jsonl: {
    contentType: 'application/x-ndjson',
    head: () => '',
    line: ({ log, other }, isAdmin) => {
      const seen = isAdmin ? log : Object.fromEntries(Object.entries(log).filter(([name]) => !forAdmins.has(name)))
      return `${JSON.stringify({ ...seen, other })}\n`
    },
  },
}

const forAdmins = new Set<string>(logColumns.filter(({ adminOnly }) => adminOnly).map(({ name, api }) => api ?? name))

/** Imported rows may contain anything. */
export function readOther(text: string): LogOther {
  try {
    const other: unknown = JSON.parse(text)
    return typeof other === 'object' && other !== null && !Array.isArray(other) ? other : {}
  } catch {
    return {}
  }
}
