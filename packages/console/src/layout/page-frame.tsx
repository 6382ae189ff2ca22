import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Page } from '../pages.tsx'
import { AccessGuard } from '../session/guard.tsx'
import { useStatus } from '../session/status.tsx'
import { Waiting } from '../session/waiting.tsx'
import { CrashBoundary } from './crash-boundary.tsx'

/** One page behind its guard and under its title. While its code loads, the mark says so in its place. */
export function PageFrame({ page }: { page: Page }) {
  const { t } = useTranslation()
  const { system_name } = useStatus()
  const title = `${t(`layout.pages.${page.title}`)} · ${system_name}`
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <CrashBoundary key={page.title}>
      <AccessGuard access={page.access}>
        <Suspense fallback={<Waiting />}>
          <page.component />
        </Suspense>
      </AccessGuard>
    </CrashBoundary>
  )
}
