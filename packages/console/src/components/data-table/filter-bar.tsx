import { FilterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsPhone } from '../use-is-phone.ts'
import styles from './data-table.module.css'
import type { Filters } from './use-filters.ts'

interface FilterBarProps {
  list: Filters
  /** The filters, in one line; a phone shows only the first until the user asks for more. */
  children: ReactNode[]
  /** More filters, shown on request and while one of these names is set. */
  folded?: { names: readonly string[]; filters: ReactNode[] }
  /** The choice of views; on a phone it has its own line. */
  views?: ReactNode
  /** The end of the line: the table's view settings. */
  end?: ReactNode
}

export function FilterBar({ list, children, folded, views, end }: FilterBarProps) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const [isAsked, setAsked] = useState(false)
  const [first, ...others] = children
  const isSet = !isPhone && Object.entries(list.filters).some(([name, text]) => text && folded?.names.includes(name))
  // Stays open when emptied, because the user is typing in it.
  if (isSet && !isAsked) setAsked(true)
  const more = [...(isPhone ? others : []), ...(folded?.filters ?? [])]
  const set = isPhone ? Object.values(list.filters).filter(Boolean).length : 0

  return (
    <search className={styles.filters}>
      {first}
      {!isPhone && others}
      {more.length > 0 && (
        <Button
          icon={<FilterOutlined />}
          aria-expanded={isAsked}
          aria-label={set > 0 ? undefined : t(isPhone ? 'components.table.filters' : 'components.table.moreFilters')}
          disabled={isSet}
          onClick={() => setAsked(!isAsked)}
        >
          {set > 0 && (
            <>
              <span className={styles.hidden}>{t('components.table.filters')} </span>
              {set}
            </>
          )}
        </Button>
      )}
      {isAsked && more}
      {list.isFiltered && (
        <Button type="link" onClick={list.clearFilters}>
          {t('components.table.clearFilters')}
        </Button>
      )}
      {(end || views) && (
        <div className={styles.filtersEnd}>
          {!isPhone && views}
          {end}
        </div>
      )}
      {isPhone && views && <div className={styles.views}>{views}</div>}
    </search>
  )
}
