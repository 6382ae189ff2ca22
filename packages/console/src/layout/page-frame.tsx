import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Page } from '../pages.tsx'
import { AccessGuard } from '../session/guard.tsx'
import { useStatus } from '../session/status.tsx'
import { Waiting } from '../session/waiting.tsx'
import { CrashBoundary } from './crash-boundary.tsx'
import styles from './page-skeleton.module.css'

/**
 * One page behind its guard and under its title. While its code loads, the title indicates it, or the mark if the title
 * is elsewhere.
 */
export function PageFrame({ page }: { page: Page }) {
  const { t } = useTranslation()
  const { system_name } = useStatus()
  const name = t(`layout.pages.${page.title}`)
  const title = `${name} · ${system_name}`
  useEffect(() => {
    document.title = title
  }, [title])
  const isTitledAtTop = !page.wide && page.access !== 'public'
  return (
    <CrashBoundary key={page.title}>
      <AccessGuard access={page.access} right={page.right}>
        <page.component fallback={isTitledAtTop ? <PageSkeleton title={name} /> : <Waiting />} />
      </AccessGuard>
    </CrashBoundary>
  )
}

/** Placeholder for a page whose code is loading: its title in its place, and the outline of the content. */
const PageSkeleton = ({ title }: { title: string }) => (
  <div className={styles.page} aria-busy="true">
    <h1>{title}</h1>
    {LINES.map(width => (
      <span key={width} style={{ width }} />
    ))}
  </div>
)

const LINES = ['38%', '100%', '92%', '96%', '84%']
