import { useQuery } from '@tanstack/react-query'
import { calls } from '@tollgate/contract'
import { Button, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router'
import { PageNotice } from '../../components/page-notice.tsx'
import { send } from '../../lib/call.ts'
import { paths } from '../../lib/paths.ts'
import { useStatus } from '../../session/status.tsx'
import styles from './setup.module.css'
import { Wizard } from './wizard.tsx'

export default function Setup() {
  const { t } = useTranslation()
  const { system_name } = useStatus()
  const progress = useQuery({ queryKey: ['setup'], queryFn: () => send(calls.setup.get), staleTime: 0 })

  if (progress.isError) {
    return (
      <PageNotice
        title={t('setup.failedToLoad')}
        hint={progress.error.message}
        action={<Button onClick={() => progress.refetch()}>{t('session.retry')}</Button>}
      />
    )
  }
  if (progress.data?.status) return <Navigate to={paths.home} replace />
  return (
    <div className={styles.page}>
      <h1>{t('setup.title', { site: system_name })}</h1>
      <p className={styles.subtitle}>{t('setup.subtitle')}</p>
      <div className={styles.card}>{progress.data ? <Wizard progress={progress.data} /> : <Skeleton active />}</div>
    </div>
  )
}
