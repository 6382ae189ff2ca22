import { FilterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsPhone } from '../use-is-phone.ts'
import styles from './data-table.module.css'
import type { Filters } from './use-filters.ts'

interface FilterBarProps {
  list: Filters
  /** The filters, in one line; on a phone only the first shows until asked for. */
  children: ReactNode[]
  /** At the end of the line: how the table looks. */
  end?: ReactNode
}

export function FilterBar({ list, children, end }: FilterBarProps) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const [isOpen, setOpen] = useState(false)
  const [first, ...rest] = children
  const set = Object.values(list.filters).filter(Boolean).length

  return (
    <search className={styles.filters}>
      {first}
      {isPhone && rest.length > 0 && (
        <Button
          icon={<FilterOutlined />}
          aria-expanded={isOpen}
          aria-label={set > 0 ? undefined : t('components.table.filters')}
          onClick={() => setOpen(!isOpen)}
        >
          {set > 0 && (
            <>
              <span className={styles.hidden}>{t('components.table.filters')} </span>
              {set}
            </>
          )}
        </Button>
      )}
      {(!isPhone || isOpen) && rest}
      {list.isFiltered && (
        <Button type="link" onClick={list.clearFilters}>
          {t('components.table.clearFilters')}
        </Button>
      )}
      {end && <div className={styles.filtersEnd}>{end}</div>}
    </search>
  )
}
