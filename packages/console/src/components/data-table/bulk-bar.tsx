import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './data-table.module.css'

interface BulkBarProps {
  count: number
  onClear: () => void
  /** Buttons that act on all selected rows. */
  children: ReactNode
}

/** Appears with a selection and says what its buttons will affect. */
export function BulkBar({ count, onClear, children }: BulkBarProps) {
  const { t } = useTranslation()
  if (count === 0) return null
  return (
    <div className={styles.bulk} role="toolbar" aria-label={t('components.table.selected', { count })}>
      <strong>{t('components.table.selected', { count })}</strong>
      {children}
      <Button type="link" onClick={onClear}>
        {t('components.table.clearSelection')}
      </Button>
    </div>
  )
}
