import { CALL, PLAN_WINDOWS, type PlanAllowances, type PlanPeriod, type PlanUnit, splitList } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatQuota } from '../../../lib/format.ts'
import { useStatus } from '../../../session/status.tsx'
import styles from './plans.module.css'

interface Lists {
  models: string
  groups: string
  unit: PlanUnit
  weights: string
}

/** The models and groups that a plan pays for, if not all, and what their calls count, if not one. */
export function HoldsFor({ terms: { models, groups, unit, weights } }: { terms: Lists }) {
  const { t } = useTranslation()
  const lists = [
    ['plans.forModels', models],
    ['plans.forGroups', groups],
    ['plans.weighed', unit === 'calls' ? weights : ''],
  ] as const
  return lists.map(([label, list]) =>
    list === '' ? null : (
      <p key={label} className={styles.quiet}>
        {t(label, { list: splitList(list).join(', ') })}
      </p>
    ),
  )
}

/** `$5.00`, or `300 calls`. */
export function useAmountText(): (unit: PlanUnit, amount: number) => string {
  const { t } = useTranslation()
  const status = useStatus()
  return (unit, amount) =>
    unit === 'quota'
      ? formatQuota(amount, status)
      : t('plans.calls', { count: amount / CALL, number: formatNumber(amount / CALL) })
}

/** `$5.00 in five hours · $50.00 a month`. */
export function useAllowances(): (terms: PlanAllowances & { unit: PlanUnit }) => string {
  const { t } = useTranslation()
  const amountText = useAmountText()
  return terms =>
    PLAN_WINDOWS.flatMap(window => {
      const limit = terms[window]
      return limit === null ? [] : t(`plans.allows.${window}`, { amount: amountText(terms.unit, limit) })
    }).join(' · ')
}

/** `$10.00 a month`. */
export function usePriceText(): (plan: { price: number; period: PlanPeriod }) => string {
  const { t } = useTranslation()
  const status = useStatus()
  return ({ price, period }) => t(`plans.prices.${period}`, { price: formatQuota(price, status) })
}
