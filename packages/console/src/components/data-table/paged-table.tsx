import { Pagination } from 'antd'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FullTable } from './full-table.tsx'
import { rangeWords } from './range-words.ts'
import type { Identified } from './row-view.ts'

interface PagedTableProps<Row extends Identified> extends Omit<ComponentProps<typeof FullTable<Row>>, 'placeholders'> {
  /** Page sizes to choose from; with a single one there is no choice. */
  pageSizes: readonly [number, ...number[]]
}

/** A complete list, shown one page at a time. */
export function PagedTable<Row extends Identified>({ rows, pageSizes, ...view }: PagedTableProps<Row>) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const [pageSize, setPageSize] = useState<number>(pageSizes[0])
  const total = rows?.length ?? 0
  const last = Math.max(1, Math.ceil(total / pageSize))
  const shown = Math.min(page, last)
  return (
    <>
      <FullTable {...view} rows={rows?.slice((shown - 1) * pageSize, shown * pageSize)} placeholders={pageSize} />
      {total > pageSizes[0] && (
        <Pagination
          align="end"
          size="small"
          current={shown}
          pageSize={pageSize}
          total={total}
          showSizeChanger={pageSizes.length > 1}
          pageSizeOptions={pageSizes.map(String)}
          showTotal={(total, range) => rangeWords(t, range, total)}
          onChange={(page, size) => {
            setPage(page)
            setPageSize(size)
          }}
        />
      )}
    </>
  )
}
