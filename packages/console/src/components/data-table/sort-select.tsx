import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Column } from './columns.ts'
import { type Sorting, sortsOf } from './sorts.ts'

/** What cards are sorted by: they have no headings. Absent where the list sorts by nothing. */
export function SortSelect<Row>({ columns, sorting }: { columns: Column<Row>[]; sorting: Sorting }) {
  const { t } = useTranslation()
  const choices = columns.flatMap(sortsOf)
  if (choices.length === 0) return null
  return (
    <Select
      allowClear
      aria-label={t('components.table.sort')}
      placeholder={t('components.table.sort')}
      style={{ width: '100%', marginBottom: 8 }}
      value={sorting.sort || undefined}
      onChange={sort => sorting.setSort(sort ?? '')}
      options={choices.flatMap(({ by, title }) => [
        { value: by, label: `${title} ↑` },
        { value: `-${by}`, label: `${title} ↓` },
      ])}
    />
  )
}
