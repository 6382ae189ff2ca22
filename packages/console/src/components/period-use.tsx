import type { QuotaPeriod } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { formatQuota } from '../lib/format.ts'
import { useStatus } from '../session/status.tsx'
import styles from './components.module.css'
import { Sensitive } from './sensitive.tsx'

/** A user or a token, which may have a limit by period. */
export interface Limited {
  quota_period: QuotaPeriod | ''
  period_quota: number
  period_used?: number | undefined
}

/** In a list: the amount used in the current period, and the limit. Empty without a limit. */
export function PeriodUseShort({ limited: { quota_period, period_quota, period_used = 0 } }: { limited: Limited }) {
  const { t } = useTranslation()
  const status = useStatus()
  if (quota_period === '' || period_quota === 0) return null
  return (
    <span className={styles.periodUse}>
      <Sensitive>
        {formatQuota(period_used, status)} / {formatQuota(period_quota, status)}
      </Sensitive>{' '}
      {t(`limits.short.${quota_period}`)}
    </span>
  )
}
