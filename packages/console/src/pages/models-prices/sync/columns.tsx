import type { PriceDifference, PriceLine } from '@tollgate/contract'
import { Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../../components/data-table/index.ts'
import { formatMargin, formatPrice } from '../../../lib/format.ts'
import styles from '../models-prices.module.css'

type Row = PriceDifference & { id: string }

export function useDifferenceColumns(): Column<Row>[] {
  const { t } = useTranslation()
  const price = (key: 'ours' | 'theirs' | 'offered', width: number): Column<Row> => ({
    key,
    title: t(`modelsPrices.sync.columns.${key}`),
    width,
    numeric: true,
    card: 'titled-field',
    render: row => <Price lines={row[key]} />,
  })
  return [
    {
      key: 'model',
      title: t('modelsPrices.columns.model'),
      width: 220,
      grows: true,
      card: 'heading',
      render: ({ model, listed_as }) => (
        <span translate="no" title={listed_as}>
          {model}
        </span>
      ),
    },
    price('ours', 150),
    price('theirs', 150),
    price('offered', 150),
    {
      key: 'change',
      title: t('modelsPrices.sync.columns.change'),
      width: 110,
      numeric: true,
      card: 'titled-field',
      render: ({ change }) => (change === null ? '–' : formatMargin(change)),
    },
    {
      key: 'cost',
      title: t('modelsPrices.sync.columns.above'),
      width: 130,
      rank: 1,
      numeric: true,
      card: 'titled-field',
      render: ({ theirs_above_ours: above }) =>
        above === null ? '–' : <span className={above > 0 ? styles.missing : undefined}>{formatMargin(above)}</span>,
    },
    {
      key: 'as',
      title: t('modelsPrices.sync.columns.as'),
      width: 110,
      rank: 2,
      render: ({ as }) => t(`modelsPrices.sync.as.${as}`),
    },
  ]
}

/** The most important part of a price; all its lines on hover. */
function Price({ lines }: { lines: PriceLine[] }) {
  const { t } = useTranslation()
  if (lines.length === 0) return <span className={styles.missing}>{t('modelsPrices.sources.none')}</span>
  const { shown, isAll } = summaryOf(lines)
  const all = lines.map(({ line, usd, per, above, of }) => (
    <li key={`${line} ${per} ${above} ${of}`}>
      {[line, of, above && `> ${above}`].filter(Boolean).join(' ')}: {formatPrice(usd)}{' '}
      {t(`modelsPrices.sync.per.${per}`)}
    </li>
  ))
  return (
    <Tooltip title={<ul className={styles.lines}>{all}</ul>}>
      <span>
        {shown.map(formatPrice).join(' / ')}
        {!isAll && ' …'}
      </span>
    </Tooltip>
  )
}

/**
 * Input and output of a short prompt per million tokens, or else the first line; and whether other lengths or
 * components cost more.
 */
function summaryOf(lines: readonly PriceLine[]): { shown: number[]; isAll: boolean } {
  const charged = lines.filter(({ per }) => per !== 'thousand_calls')
  const base = (name: string) => charged.find(({ line, above = 0 }) => line === name && above === 0)?.usd
  const [input, output] = [base('input'), base('output')]
  if (input !== undefined)
    return {
      shown: [input, output ?? 0],
      isAll: charged.every(({ per, above = 0 }) => per === 'million_tokens' && above === 0),
    }
  return { shown: charged.slice(0, 1).map(({ usd }) => usd), isAll: charged.length <= 1 }
}
