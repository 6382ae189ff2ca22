import { useQuery } from '@tanstack/react-query'
import { calls } from '@tollgate/contract'
import { Button, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { OperatorContent } from '../../components/operator-content.tsx'
import { PageNotice } from '../../components/page-notice.tsx'
import { send } from '../../lib/call.ts'
import styles from './about.module.css'
import { BuiltInAbout } from './built-in.tsx'

export default function About() {
  const { t } = useTranslation()
  const about = useQuery({ queryKey: ['about'], queryFn: () => send(calls.status.about) })
  if (about.isPending) return <Skeleton className={styles.page} active />
  if (about.isError) {
    return (
      <PageNotice
        title={t('about.failed')}
        hint={about.error.message}
        action={<Button onClick={() => about.refetch()}>{t('session.retry')}</Button>}
      />
    )
  }
  return (
    <div className={styles.page}>
      {about.data ? <OperatorContent text={about.data} title={t('about.title')} /> : <BuiltInAbout />}
    </div>
  )
}
