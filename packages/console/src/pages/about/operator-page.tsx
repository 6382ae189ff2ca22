import { useQuery } from '@tanstack/react-query'
import type { calls } from '@tollgate/contract'
import { Button, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { OperatorContent } from '../../components/operator-content.tsx'
import { PageNotice } from '../../components/page-notice.tsx'
import { send } from '../../lib/call.ts'
import styles from './about.module.css'

interface OperatorPageProps {
  call: (typeof calls.status)['about' | 'userAgreement' | 'privacyPolicy']
  title: string
  /** The message if it cannot be loaded. */
  failed: string
  /** Shown if the operator has written nothing. */
  children: ReactNode
}

/** A page with the operator's text. */
export function OperatorPage({ call, title, failed, children }: OperatorPageProps) {
  const { t } = useTranslation()
  const text = useQuery({ queryKey: ['operator page', call.path], queryFn: () => send(call) })
  if (text.isPending) return <Skeleton className={styles.page} active />
  if (text.isError) {
    return (
      <PageNotice
        title={failed}
        hint={text.error.message}
        action={<Button onClick={() => text.refetch()}>{t('session.retry')}</Button>}
      />
    )
  }
  return <div className={styles.page}>{text.data ? <OperatorContent text={text.data} title={title} /> : children}</div>
}
