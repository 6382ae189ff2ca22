import { Alert, Button, Empty } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '../../lib/call.ts'
import styles from './data-table.module.css'
import type { Filters } from './use-filters.ts'

export interface FirstStep {
  /** What the list is for. */
  title: string
  hint: string
  action?: ReactNode
}

/** An empty list offers the first step; an empty search offers the way back. */
export function EmptyList({ list, first }: { list: Filters; first: FirstStep }) {
  const { t } = useTranslation()
  if (list.isFiltered) {
    return (
      <div className={styles.state}>
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('components.table.nothingFound')} />
        <Button onClick={list.clearFilters}>{t('components.table.clearFilters')}</Button>
      </div>
    )
  }
  return (
    <div className={styles.state}>
      <h2>{first.title}</h2>
      <p>{first.hint}</p>
      {first.action}
    </div>
  )
}

interface ListErrorProps {
  error: Error
  onRetry: () => void
  /** Names what failed to load. */
  title?: string
}

/** The failure, the id to quote, and a retry button. */
export function ListError({ error, onRetry, title }: ListErrorProps) {
  const { t } = useTranslation()
  const requestId = error instanceof CallError ? error.requestId : undefined
  return (
    <Alert
      type="error"
      showIcon
      className={styles.error}
      title={title ?? t('components.table.failedPart')}
      description={
        <>
          <div>{error.message}</div>
          {requestId && <code>{t('components.table.requestId', { requestId })}</code>}
        </>
      }
      action={<Button onClick={onRetry}>{t('components.table.retry')}</Button>}
    />
  )
}
