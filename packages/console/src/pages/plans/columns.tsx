import type { Plan } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../components/data-table/index.ts'
import { StatusDot } from '../../components/status-dot.tsx'
import { useAllowances, usePriceText } from '../wallet/plans/terms.tsx'

export function usePlanColumns(): Column<Plan>[] {
  const { t } = useTranslation()
  const allowances = useAllowances()
  const priceText = usePriceText()
  return [
    {
      key: 'name',
      title: t('plans.columns.name'),
      width: 160,
      grows: true,
      card: 'heading',
      render: ({ name }) => <strong>{name}</strong>,
    },
    {
      key: 'state',
      title: t('plans.columns.state'),
      width: 130,
      card: 'field',
      render: ({ enabled }) => (
        <StatusDot kind={enabled ? 'good' : 'resting'} label={t(enabled ? 'plans.forSale' : 'plans.hidden')} />
      ),
    },
    { key: 'price', title: t('plans.columns.price'), width: 150, card: 'field', render: priceText },
    { key: 'allowance', title: t('plans.columns.allowance'), width: 260, card: 'field', render: allowances },
    {
      key: 'running',
      title: t('plans.columns.running'),
      width: 90,
      numeric: true,
      card: 'field',
      render: ({ running }) => running,
    },
    {
      key: 'sold',
      title: t('plans.columns.sold'),
      width: 110,
      numeric: true,
      rank: 1,
      render: ({ sold, stock }) => (stock === null ? sold : t('plans.soldOf', { sold, stock })),
    },
  ]
}
