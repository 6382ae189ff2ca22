import { DOLLARS_AT_RATIO_1 } from '@tollgate/contract'
import { Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Column, SortHeading } from '../../../components/data-table/index.ts'
import { formatPrice } from '../../../lib/format.ts'
import styles from '../settings.module.css'
import { MarginCell } from './margin-cell.tsx'
import { type PriceRow, ratioOf } from './price-rows.ts'
import type { PricePart } from './price-tables.ts'

/** @param sorted the list's sort order by margin */
export function usePriceColumns(sorted: Column<PriceRow>['sorted'], onSort: () => void): Column<PriceRow>[] {
  const { t } = useTranslation()
  const part = (part: PricePart, width: number): Column<PriceRow> => ({
    key: part,
    title: t(`prices.columns.${part}`),
    width,
    numeric: true,
    render: row => <Part row={row} part={part} />,
  })
  return [
    {
      key: 'model',
      title: t('prices.columns.model'),
      width: 152,
      grows: true,
      card: 'heading',
      render: ({ id }) => <span translate="no">{id}</span>,
    },
    { ...part('price', 84), card: 'titled-field' },
    { ...part('ratio', 80), rank: 3 },
    { ...part('completionRatio', 96), rank: 2 },
    { ...part('cacheRatio', 80), rank: 1 },
    {
      key: 'input',
      title: t('prices.columns.input'),
      width: 104,
      numeric: true,
      card: 'titled-field',
      render: row => <Dollars value={perMillion(row)} />,
    },
    {
      key: 'output',
      title: t('prices.columns.output'),
      width: 108,
      numeric: true,
      card: 'titled-field',
      render: row => <Dollars value={times(perMillion(row), ratioOf(row, 'completionRatio'))} />,
    },
    {
      key: 'margin',
      title: t('prices.columns.margin'),
      heading: <SortHeading title={t('prices.columns.margin')} sorted={sorted} onSort={onSort} />,
      sorted,
      width: 104,
      numeric: true,
      card: 'titled-field',
      render: row => <MarginCell row={row} />,
    },
  ]
}

/** The operator's number, or that of a document or the price list in grey. */
function Part({ row, part }: { row: PriceRow; part: PricePart }) {
  const { t } = useTranslation()
  const own = row.own[part]
  if (own !== undefined) return <>{part === 'price' ? `$${own}` : own}</>
  const standard = part === 'price' ? row.standard.price : ratioOf(row, part)
  if (standard === undefined) return null
  return (
    <Tooltip title={t(row.document ? `prices.documents.${row.document}` : 'prices.standard')}>
      <span className={styles.standard}>{part === 'price' ? `$${standard}` : short(standard)}</span>
    </Tooltip>
  )
}

const Dollars = ({ value }: { value: number | undefined }) => value !== undefined && formatPrice(value)

const perMillion = (row: PriceRow) => times(ratioOf(row, 'ratio'), DOLLARS_AT_RATIO_1)

const times = (one: number | undefined, other: number | undefined) =>
  one === undefined || other === undefined ? undefined : one * other

const short = (value: number) => Number(value.toPrecision(4))
