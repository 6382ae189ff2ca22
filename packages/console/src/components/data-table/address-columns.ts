import type { ColumnLayout } from '../../lib/storage.ts'
import type { Column } from './columns.ts'

/** A shared view names its columns here in their order, separated by full stops: `name.type:120`, with chosen widths. */
export const COLUMNS_IN_ADDRESS = 'columns'

/** Pixels. */
export const NARROWEST = 40
const WIDEST = 2_000

export type NamedColumn = Pick<Column<never>, 'key' | 'chosenWidth'>

interface AddressColumns {
  shown: string[]
  layout: ColumnLayout
}

export const columnsText = (columns: readonly NamedColumn[]): string =>
  columns.map(({ key, chosenWidth }) => (chosenWidth === undefined ? key : `${key}:${chosenWidth}`)).join('.')

/** Ignores widths out of bounds. A key without a column shows nothing. */
export function readColumns(text: string): AddressColumns {
  const parts = text.split('.').map(part => part.split(':'))
  const shown = [...new Set(parts.map(([key = '']) => key))]
  const widths = parts.flatMap(([key = '', width = '']) =>
    Number(width) >= NARROWEST && Number(width) <= WIDEST ? [[key, Math.round(Number(width))] as const] : [],
  )
  return { shown, layout: { order: shown, widths: Object.fromEntries(widths) } }
}
