import { CheckCircleFilled } from '@ant-design/icons'
import { Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { ColorTag } from '../../components/color-tag.tsx'
import type { Column } from '../../components/data-table/index.ts'
import type { PricedRow } from './api.ts'
import { GroupsCell, NameCell, PriceCell, RatiosCell } from './cells.tsx'
import type { GroupView } from './group-view.ts'
import styles from './pricing.module.css'
import { RatioHelp } from './ratio-help.tsx'
import { isAvailable } from './sort-models.ts'

export function usePricingColumns(view: GroupView): Column<PricedRow>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'available',
      title: t('pricing.columns.available'),
      width: 88,
      render: model => {
        const label = t(isAvailable(model, view.group) ? 'pricing.available' : 'pricing.unavailable')
        return (
          <Tooltip title={label}>
            {isAvailable(model, view.group) ? (
              <CheckCircleFilled className={styles.available} aria-label={label} />
            ) : (
              <span role="img" aria-label={label}>
                –
              </span>
            )}
          </Tooltip>
        )
      },
    },
    {
      key: 'model',
      title: t('pricing.columns.model'),
      width: 180,
      grows: true,
      card: 'heading',
      render: model => <NameCell model={model} />,
    },
    {
      key: 'billing',
      title: t('pricing.columns.billing'),
      width: 96,
      rank: 3,
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
      width: 160,
      rank: 2,
      card: 'field',
      render: model => <GroupsCell model={model} view={view} />,
    },
    {
      key: 'ratios',
      title: t('pricing.columns.ratios'),
      help: <RatioHelp />,
      width: 236,
      rank: 1,
      render: model => <RatiosCell model={model} groupRatio={view.ratio} />,
    },
    {
      key: 'price',
      title: t('pricing.columns.price'),
      width: 300,
      card: 'field',
      render: model => <PriceCell model={model} groupRatio={view.ratio} />,
    },
  ]
}
