import { MAX_PAGE_SIZE, type Page } from '@tollgate/contract'
import { App, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/format.ts'

interface SelectAllProps<Row> {
  /** Rows on all pages. */
  total: number
  selected: number
  /** Reads a page of the rows that pass the filters. */
  read: (page: { p: number; page_size: number }) => Promise<Page<Row>>
  onSelect: (rows: Row[]) => void
}

/** The maximum number of selected rows. */
const MOST = 5_000

/** Selects every row that passes the filters, on all pages. Hidden if all are selected. */
export function SelectAll<Row extends { id: number }>({ total, selected, read, onSelect }: SelectAllProps<Row>) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [isReading, setReading] = useState(false)
  const count = Math.min(total, MOST)
  if (total === 0 || selected >= total) return null
  const selectAll = async () => {
    setReading(true)
    try {
      onSelect(await allRows(read))
    } catch (error) {
      message.error(error instanceof Error ? error.message : String(error))
    }
    setReading(false)
  }
  return (
    <Button type="link" size="small" loading={isReading} onClick={() => void selectAll()}>
      {t('components.many.selectAll', { count, number: formatNumber(count) })}
    </Button>
  )
}

/** Reads all pages. Rows added or removed meanwhile move others between pages, so duplicates are dropped. */
export async function allRows<Row extends { id: number }>(read: SelectAllProps<Row>['read']): Promise<Row[]> {
  const found = new Map<number, Row>()
  for (let p = 1; p <= MOST / MAX_PAGE_SIZE; p++) {
    const { items, total } = await read({ p, page_size: MAX_PAGE_SIZE })
    for (const row of items) found.set(row.id, row)
    if (items.length === 0 || p * MAX_PAGE_SIZE >= total) break
  }
  return [...found.values()]
}
