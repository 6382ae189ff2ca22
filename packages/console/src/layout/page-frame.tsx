import { Skeleton } from 'antd'
import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Page } from '../pages.tsx'
import { AccessGuard } from '../session/guard.tsx'
import { useStatus } from '../session/status.tsx'
import styles from './layout.module.css'

/** One page behind its guard, under its title, with a skeleton while its code loads. */
export function PageFrame({ page }: { page: Page }) {
  const { t } = useTranslation()
  const { system_name } = useStatus()
  const title = `${t(`layout.pages.${page.title}`)} · ${system_name}`
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <AccessGuard access={page.access}>
      <Suspense fallback={<Skeleton className={styles.loading} active title paragraph={{ rows: 6 }} />}>
        <page.component />
      </Suspense>
    </AccessGuard>
  )
}
