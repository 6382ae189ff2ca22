import { csvLine, type LogOther } from '@tollgate/contract'
import { type ExportedRow, exportColumns } from './columns.ts'

interface ExportFormat {
  contentType: string
  /** What comes before the first row. */
  head(isAdmin: boolean): string
  line(row: ExportedRow, isAdmin: boolean): string
}

/** Without it Excel does not read UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'

export const exportFormats: Record<'csv' | 'jsonl', ExportFormat> = {
  csv: {
    contentType: 'text/csv; charset=utf-8; header=present',
    head: isAdmin => BYTE_ORDER_MARK + csvLine(exportColumns(isAdmin).map(({ name }) => name)),
    line: (row, isAdmin) => csvLine(exportColumns(isAdmin).map(({ value }) => value(row))),
  },
  // Whole rows: fields that users may not see are already removed.
  jsonl: {
    contentType: 'application/x-ndjson',
    head: () => '',
    line: ({ log: { other: _, channel, channel_name, ...log }, other }, isAdmin) =>
      `${JSON.stringify({ ...log, ...(isAdmin && { channel, channel_name }), other })}\n`,
  },
}

/** Imported rows may contain anything. */
export function readOther(text: string): LogOther {
  try {
    const other: unknown = JSON.parse(text)
    return typeof other === 'object' && other !== null && !Array.isArray(other) ? other : {}
  } catch {
    return {}
  }
}
