import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { SortChoice, Sorting } from './sorts.ts'

/** The sort order of cards, which have no headings. */
export function SortSelect({ choices, sorting }: { choices: SortChoice[]; sorting: Sorting }) {
  const { t } = useTranslation()
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
