import { CheckCircleFilled } from '@ant-design/icons'
import type { TypicalCallName } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { ColorTag } from '../../components/color-tag.tsx'
import { type Column, SortHeading } from '../../components/data-table/index.ts'
import { Hint } from '../../components/hint/index.tsx'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { formatPrice } from '../../lib/format.ts'
import type { PricedRow } from './api.ts'
import { FixedPrice, GroupsCell, NameCell, PriceCell, RatiosCell } from './cells.tsx'
import { CostCell } from './cost-cell.tsx'
import { ContextWindow, Maker } from './facts.tsx'
import type { GroupView } from './group-view.ts'
import { type PriceLine, pricesOf } from './price-lines.ts'
import styles from './pricing.module.css'
import { RatioHelp } from './ratio-help.tsx'
import { isAvailable, type Sorting, type SortKey } from './sort-models.ts'

interface PricingColumnsProps {
  view: GroupView
  call: TypicalCallName
  sorting: Sorting | undefined
  onSort: (key: SortKey) => void
}

export function usePricingColumns({ view, call, sorting, onSort }: PricingColumnsProps): Column<PricedRow>[] {
  const { t } = useTranslation()
  const isPhone = useIsPhone()

  const sortable = (key: SortKey, title: string): Pick<Column<PricedRow>, 'title' | 'heading' | 'sorted'> => {
    const sorted = sorting?.key === key ? (sorting.isDescending ? 'descending' : 'ascending') : undefined
    return { title, sorted, heading: <SortHeading title={title} sorted={sorted} onSort={() => onSort(key)} /> }
  }
  const price = (key: 'input' | 'output' | 'cached' | 'written', line: PriceLine): Column<PricedRow> => ({
    key,
    ...sortable(key, t(`pricing.columns.${key}`)),
    width: 100,
    numeric: true,
    render: model => (model.is_priced && model.quota_type === 0 ? formatPrice(pricesOf(model, view.ratio)[line]) : '–'),
  })
  const prices: Column<PricedRow>[] = [
    {
      ...price('input', 'input'),
      render: model =>
        model.quota_type === 1 ? (
          <FixedPrice model={model} groupRatio={view.ratio} />
        ) : (
          price('input', 'input').render(model)
        ),
    },
    price('output', 'output'),
    price('cached', 'cached'),
    { ...price('written', 'cacheWrite5m'), rank: 6 },
    {
      key: 'call',
      ...sortable('call', t(`pricing.typical.${call}.name`)),
      width: 112,
      numeric: true,
      render: model => <CostCell model={model} call={call} groupRatio={view.ratio} />,
    },
  ]
  const priceOnCard: Column<PricedRow>[] = [
    {
      key: 'price',
      title: t('pricing.columns.price'),
      width: 300,
      card: 'field',
      render: model => <PriceCell model={model} groupRatio={view.ratio} />,
    },
    {
      key: 'call',
      title: t(`pricing.typical.${call}.name`),
      width: 120,
      card: 'titled-field',
      render: model => <CostCell model={model} call={call} groupRatio={view.ratio} />,
    },
  ]

  // On a card these are below, with all other facts.
  const facts = (columns: Column<PricedRow>[]) => (isPhone ? [] : columns)

  return [
    {
      key: 'available',
      title: t('pricing.columns.available'),
      width: 84,
      render: model => {
        const why = model.is_priced ? t('pricing.unavailable') : t('pricing.unpriced')
        const label = isAvailable(model, view.group) ? t('pricing.available') : why
        return (
          <Hint title={label}>
            {isAvailable(model, view.group) ? (
              <CheckCircleFilled className={styles.available} aria-label={label} />
            ) : (
              <span role="img" aria-label={label}>
                –
              </span>
            )}
          </Hint>
        )
      },
    },
    {
      key: 'model',
      always: true,
      ...sortable('model', t('pricing.columns.model')),
      width: 150,
      grows: true,
      card: 'heading',
      render: model => <NameCell model={model} />,
    },
    ...facts([
      {
        key: 'maker',
        title: t('pricing.columns.maker'),
        width: 112,
        rank: 3,
        render: model => <Maker model={model} />,
      },
    ]),
    {
      key: 'billing',
      title: t('pricing.columns.billing'),
      width: 96,
      rank: 2,
      render: ({ quota_type }) =>
        quota_type === 1 ? (
          <ColorTag color="purple">{t('pricing.billing.call')}</ColorTag>
        ) : (
          <ColorTag color="cyan">{t('pricing.billing.usage')}</ColorTag>
        ),
    },
    {
      key: 'groups',
      title: t('pricing.columns.groups'),
      width: 116,
      rank: 4,
      card: 'field',
      render: model => <GroupsCell model={model} view={view} />,
    },
    ...facts([
      {
        key: 'ratios',
        title: t('pricing.columns.ratios'),
        help: <RatioHelp />,
        width: 236,
        rank: 1,
        render: model => <RatiosCell model={model} groupRatio={view.ratio} />,
      },
      {
        key: 'context',
        ...sortable('context', t('pricing.columns.context')),
        width: 96,
        rank: 5,
        numeric: true,
        render: model => <ContextWindow model={model} />,
      },
    ]),
    ...(isPhone ? priceOnCard : prices),
  ]
}
