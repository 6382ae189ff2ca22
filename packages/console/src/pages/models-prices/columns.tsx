import { DOLLARS_AT_RATIO_1 } from '@tollgate/contract'
import { Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../components/data-table/index.ts'
import type { Sorting } from '../../components/data-table/sorts.ts'
import { withSorting } from '../../components/data-table/with-sorting.tsx'
import { ChannelLink } from '../../components/links/index.tsx'
import { Quota } from '../../components/quota.tsx'
import { formatNumber, formatPrice, formatShare, formatTime } from '../../lib/format.ts'
import { MarginCell } from '../settings/prices/margin-cell.tsx'
import styles from './models-prices.module.css'
import { type ModelRow, type ModelSort, priceInForce } from './rows.ts'

export function useModelColumns(sorting: Sorting): Column<ModelRow>[] {
  const { t } = useTranslation()
  const sortable = (key: ModelSort) => ({ key, title: t(`modelsPrices.columns.${key}`), sort: key })
  const columns: Column<ModelRow>[] = [
    {
      ...sortable('model'),
      width: 200,
      readable: 240,
      text: ({ id }) => id,
      always: true,
      grows: true,
      card: 'heading',
      render: ({ id }) => (
        <span translate="no" title={id}>
          {id}
        </span>
      ),
    },
    {
      key: 'served',
      title: t('modelsPrices.columns.served'),
      width: 150,
      maxWidth: 260,
      readable: 220,
      text: servingText,
      rank: 3,
      card: 'titled-field',
      render: row => <Serving row={row} />,
    },
    {
      key: 'health',
      title: t('modelsPrices.columns.health'),
      width: 84,
      rank: 1,
      numeric: true,
      render: ({ told: { answered, failed } }) =>
        answered + failed === 0 ? '–' : formatShare(answered / (answered + failed)),
    },
    {
      key: 'price',
      title: t('modelsPrices.columns.price'),
      width: 132,
      numeric: true,
      card: 'titled-field',
      render: row => <InForce row={row} />,
    },
    {
      key: 'cost',
      title: t('modelsPrices.columns.cost'),
      width: 120,
      rank: 4,
      numeric: true,
      card: 'titled-field',
      render: ({ list }) => (list ? <PerMillion ratio={list.ratio} completion={list.completion_ratio} /> : '–'),
    },
    {
      ...sortable('margin'),
      width: 84,
      rank: 5,
      numeric: true,
      card: 'titled-field',
      render: row => (row.told.source === 'none' ? '–' : <MarginCell row={row} />),
    },
    {
      key: 'source',
      title: t('modelsPrices.columns.source'),
      width: 104,
      rank: 2,
      render: ({ told }) => <PriceSource told={told} />,
    },
    {
      ...sortable('calls'),
      width: 92,
      rank: 6,
      numeric: true,
      card: 'titled-field',
      render: ({ told }) => formatNumber(told.calls),
    },
    {
      ...sortable('quota'),
      width: 112,
      numeric: true,
      card: 'titled-field',
      render: ({ told }) => <Quota value={told.quota} />,
    },
  ]
  return withSorting(columns, sorting)
}

/** Where the price is stored, and on hover which list it came from, when, and who set it. */
function PriceSource({ told: { source, origin } }: { told: ModelRow['told'] }) {
  const { t } = useTranslation()
  if (!origin) return t(`modelsPrices.sources.${source}`)
  const from = origin.source || t(`modelsPrices.sources.${source}`)
  const details = {
    name: origin.actor_name,
    time: formatTime(origin.set_at),
    ...(origin.read_at > 0 && { read: formatTime(origin.read_at) }),
  }
  return (
    <Tooltip
      title={
        <ul className={styles.lines}>
          <li>{t('modelsPrices.origin.set', details)}</li>
          {origin.source && <li>{t('modelsPrices.origin.list', { name: origin.source })}</li>}
          {origin.read_at > 0 && <li>{t('modelsPrices.origin.read', details)}</li>}
          {origin.is_older && <li>{t('modelsPrices.origin.older')}</li>}
        </ul>
      }
    >
      <span className={origin.is_older ? styles.missing : undefined}>{from}</span>
    </Tooltip>
  )
}

/** The first channel, how many more, and all with priority, weight and groups on hover. */
function Serving({ row: { told } }: { row: ModelRow }) {
  const { t } = useTranslation()
  const [first, ...more] = told.channels
  if (!first) return <span className={styles.quiet}>{t('modelsPrices.nobody')}</span>
  const lines = told.channels.map(({ id, name, priority, weight, groups }) => (
    <li key={id}>{t('modelsPrices.serving', { name, priority, weight, groups: groups.join(', ') })}</li>
  ))
  return (
    <Tooltip title={<ul className={styles.lines}>{lines}</ul>}>
      <span>
        <ChannelLink id={first.id}>{first.name}</ChannelLink>
        {more.length > 0 && ` +${more.length}`}
      </span>
    </Tooltip>
  )
}

const servingText = ({ told: { channels } }: ModelRow): string =>
  `${channels[0]?.name ?? ''}${channels.length > 1 ? ` +${channels.length - 1}` : ''}`

function InForce({ row }: { row: ModelRow }) {
  const { t } = useTranslation()
  const { price, ratio, completionRatio } = priceInForce(row)
  if (price !== undefined) return t('modelsPrices.perCall', { price: formatPrice(price) })
  if (ratio === undefined && row.document) return t('modelsPrices.sources.document')
  if (ratio === undefined) return <span className={styles.missing}>{t('modelsPrices.sources.none')}</span>
  const perMillion = <PerMillion ratio={ratio} completion={completionRatio ?? 1} />
  if (row.document !== 'partly') return perMillion
  return (
    <Tooltip title={t('prices.documents.partly')}>
      <span>{perMillion} …</span>
    </Tooltip>
  )
}

/** Input and output per million tokens: `$2.50 / $10.00`. */
function PerMillion({ ratio, completion }: { ratio: number; completion: number }) {
  const input = ratio * DOLLARS_AT_RATIO_1
  return (
    <>
      {formatPrice(input)} / {formatPrice(input * completion)}
    </>
  )
}
