import { PLAN_WINDOWS, type PlanAllowances, type PlanPeriod, splitList } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { formatQuota } from '../../../lib/format.ts'
import { useStatus } from '../../../session/status.tsx'
import styles from './plans.module.css'

/** The models and groups that a plan pays for, if not all. */
export function HoldsFor({ terms: { models, groups } }: { terms: { models: string; groups: string } }) {
  const { t } = useTranslation()
  const lists = [
    ['plans.forModels', models],
    ['plans.forGroups', groups],
  ] as const
  return lists.map(([label, list]) =>
    list === '' ? null : (
      <p key={label} className={styles.quiet}>
        {t(label, { list: splitList(list).join(', ') })}
      </p>
    ),
  )
}

/** `$5.00 in five hours · $50.00 a month`. */
export function useAllowances(): (terms: PlanAllowances) => string {
  const { t } = useTranslation()
  const status = useStatus()
  return terms =>
    PLAN_WINDOWS.flatMap(window => {
      const limit = terms[window]
      return limit === null ? [] : t(`plans.allows.${window}`, { amount: formatQuota(limit, status) })
    }).join(' · ')
}

/** `$10.00 a month`. */
export function usePriceText(): (plan: { price: number; period: PlanPeriod }) => string {
  const { t } = useTranslation()
  const status = useStatus()
  return ({ price, period }) => t(`plans.prices.${period}`, { price: formatQuota(price, status) })
}
