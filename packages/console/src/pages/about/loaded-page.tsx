import type { UseQueryResult } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PageNotice } from '../../components/page-notice.tsx'
import styles from './about.module.css'

interface LoadedPageProps<Data> {
  query: UseQueryResult<Data>
  /** The title if it cannot be loaded. */
  failed: string
  /** The way out of a failure; none: to try again. */
  action?: ReactNode
  children: (data: Data) => ReactNode
}

/** A page of text while it loads, if that fails, and with its text. */
export function LoadedPage<Data>({ query, failed, action, children }: LoadedPageProps<Data>) {
  const { t } = useTranslation()
  if (query.isPending) return <Skeleton className={styles.page} active />
  if (query.isError) {
    const retry = <Button onClick={() => query.refetch()}>{t('session.retry')}</Button>
    return <PageNotice title={failed} hint={query.error.message} action={action || retry} />
  }
  return <article className={styles.page}>{children(query.data)}</article>
}
