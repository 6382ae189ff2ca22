import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/format.ts'
import styles from './data-table.module.css'

interface BulkBarProps {
  count: number
  onClear: () => void
  /** Shown without a selection, too. */
  stays?: boolean
  /** Buttons that act on all selected rows. */
  children: ReactNode
}

/**
 * Appears with a selection and says what its buttons will affect. It lies over the page, so that no row moves away from
 * the pointer that selects it.
 */
export function BulkBar({ count, onClear, stays = false, children }: BulkBarProps) {
  const { t } = useTranslation()
  if (count === 0 && !stays) return null
  const selected = t('components.table.selected', { count, number: formatNumber(count) })
  return (
    <div className={styles.bulk} role="toolbar" aria-label={selected}>
      <strong>{selected}</strong>
      {children}
      {count > 0 && (
        <Button type="link" onClick={onClear}>
          {t('components.table.clearSelection')}
        </Button>
      )}
    </div>
  )
}
