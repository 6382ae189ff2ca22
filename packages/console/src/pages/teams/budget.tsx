import type { TeamMember, TeamProject } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { useQuotaText } from '../../components/quota.tsx'
import styles from './teams.module.css'

/** How much of a member's or project's budget is used; nothing if the caller may not see it. */
export function Budget({ of: { quota_period, period_quota = 0, period_used = 0 } }: { of: TeamMember | TeamProject }) {
  const { t } = useTranslation()
  const amount = useQuotaText()
  if (quota_period === undefined) return null
  if (quota_period === '' || period_quota === 0) return <span className={styles.quiet}>{t('teams.noBudget')}</span>
  const [used, limit] = [amount(period_used), amount(period_quota)]
  return (
    <span className={styles.quiet}>
      {t('teams.budget', { used, limit })} ({t(`limits.periods.${quota_period}`)})
    </span>
  )
}
