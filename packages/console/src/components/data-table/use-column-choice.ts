import { useMemo, useState } from 'react'
import { type ColumnLayout, type StoredColumns, useStored } from '../../lib/storage.ts'
import { COLUMNS_IN_ADDRESS, columnsText, readColumns } from './address-columns.ts'
import { arrangeColumns, moved } from './arrange-columns.ts'
import type { Column } from './columns.ts'
import { useAddress } from './use-filters.ts'

export interface ColumnChoice<Row> {
  visible: Column<Row>[]
  /** All columns, in order. */
  all: Column<Row>[]
  isShown: (column: Column<Row>) => boolean
  /** Whether the table currently has no room for it, so that it is in the details of each row. */
  isLeftOut: (column: Column<Row>) => boolean
  /** Keys, separated by spaces. */
  onLeftOut: (keys: string) => void
  show: (key: string, isShown: boolean) => void
  reset: () => void
  layout: LayoutChanges
}

/** Changes of the order and the widths of columns. */
export interface LayoutChanges {
  /** Moves a column to the place of another. */
  move: (key: string, target: string) => void
  /** The width in pixels; absent: the default width. */
  resize: (key: string, width?: number) => void
}

/**
 * The columns that a table shows: those in the address, else those remembered as `{column: shown}`. Other columns
 * follow their default. So do their order and widths, which are remembered unless they are in the address.
 * @param inAddress false for a table over a page, whose address names the columns of the page
 */
export function useColumnChoice<Row>(
  columns: Column<Row>[],
  remembered: StoredColumns,
  { inAddress = true } = {},
): ColumnChoice<Row> {
  const [address, write] = useAddress()
  const [chosen, choose] = useStored(remembered.shown)
  const [kept, keep] = useStored(remembered.layout)
  const [leftOut, setLeftOut] = useState('')
  const text = inAddress ? address.get(COLUMNS_IN_ADDRESS) : null
  const named = useMemo(() => (text === null ? undefined : readColumns(text)), [text])
  const layout = named?.layout ?? kept
  const isShown = (column: Column<Row>) =>
    column.always || (named ? named.shown.includes(column.key) : (chosen?.[column.key] ?? !column.optional))
  const all = useMemo(() => arrangeColumns(columns, layout), [columns, layout])
  const name = (shown: Column<Row>[]) => write({ [COLUMNS_IN_ADDRESS]: columnsText(shown) })
  const arrange = (layout: ColumnLayout) =>
    named ? name(arrangeColumns(columns, layout).filter(isShown)) : keep(layout)

  return {
    visible: all.filter(isShown),
    all,
    isShown,
    isLeftOut: ({ key }) => leftOut.split(' ').includes(key),
    onLeftOut: setLeftOut,
    show: (key, shown) =>
      named
        ? name(all.filter(column => (column.key === key ? shown : isShown(column))))
        : choose({ ...chosen, [key]: shown }),
    reset: () => {
      choose(null)
      keep({})
      if (named) write({ [COLUMNS_IN_ADDRESS]: '' })
    },
    layout: {
      move: (key, target) =>
        arrange({
          ...layout,
          order: moved(
            all.map(column => column.key),
            key,
            target,
          ),
        }),
      resize: (key, width) => arrange({ ...layout, widths: withWidth(layout.widths, key, width) }),
    },
  }
}

function withWidth(widths: ColumnLayout['widths'] = {}, key: string, width: number | undefined) {
  const { [key]: _, ...others } = widths
  return width === undefined ? others : { ...others, [key]: Math.round(width) }
}
