import { Button } from 'antd'
import { type ReactNode, useDeferredValue, useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation } from 'react-router'
import { PageNotice } from '../components/page-notice.tsx'
import { CallError } from '../lib/call.ts'
import { paths } from '../lib/paths.ts'
import { useStatusQuery, useStatusRenewal } from './status.tsx'
import { Waiting } from './waiting.tsx'

/** Waits for the status, and redirects every page to the set-up until that is done. */
export function StatusGuard({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const status = useStatusQuery()
  const renew = useEffectEvent(useStatusRenewal())
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is reason enough to ask whether the site is still so
  useEffect(renew, [pathname])
  // A cached “not set up” may be outdated: only a fresh one leads to the wizard. Deferred, so that the first page is drawn in slices, not
  // at once when the status arrives.
  const isKnown = useDeferredValue(status.data !== undefined && (status.data.setup || status.isFetchedAfterMount))

  if (!status.data && status.error) {
    const unreachable = status.error instanceof CallError && status.error.code === 'network'
    return (
      <PageNotice
        title={t(unreachable ? 'session.statusUnreachable' : 'session.statusFailed')}
        hint={unreachable ? t('session.statusUnreachableHint') : status.error.message}
        action={
          <Button type="primary" loading={status.isFetching} onClick={() => status.refetch()}>
            {t('session.retry')}
          </Button>
        }
      />
    )
  }
  if (!status.data || !isKnown) return <Waiting />
  if (!status.data.setup && pathname !== paths.setup) return <Navigate to={paths.setup} replace />
  return children
}
