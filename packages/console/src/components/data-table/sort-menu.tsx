import { CaretDownOutlined, CaretUpOutlined, DownOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { MenuButton } from '../menu-button.tsx'
import type { Column } from './columns.ts'
import styles from './data-table.module.css'
import { nextSort, type SortChoice, type Sorting } from './sorts.ts'

interface SortMenuProps {
  title: string
  choices: readonly SortChoice[]
  sorted: Column<unknown>['sorted']
  sorting: Sorting
}

/** The title of a column with several values: a menu of sort keys. */
export function SortMenu({ title, choices, sorted, sorting: { sort, setSort } }: SortMenuProps) {
  const { t } = useTranslation()
  const icon = sorted === 'descending' ? <CaretDownOutlined /> : sorted ? <CaretUpOutlined /> : <DownOutlined />
  return (
    <MenuButton
      type="text"
      size="small"
      className={styles.sortMenu}
      icon={icon}
      iconPlacement="end"
      items={choices.map(({ by, title }) => ({
        key: by,
        label: title,
        icon: sort === by ? <CaretUpOutlined /> : sort === `-${by}` ? <CaretDownOutlined /> : undefined,
        onClick: () => setSort(nextSort(by, sort, true)),
      }))}
      aria-label={t('components.table.sortBy', { title })}
    >
      {title}
    </MenuButton>
  )
}
