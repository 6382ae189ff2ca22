import type { WhatIfResult, WhatIfSum } from '@tollgate/contract'
import { Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Column, PagedTable } from '../../../components/data-table/index.ts'
import { Figures } from '../../../components/figures.tsx'
import { Quota, useQuotaText } from '../../../components/quota.tsx'
import { masked } from '../../../components/sensitive.tsx'
import { formatMargin, formatNumber } from '../../../lib/format.ts'
import styles from '../models-prices.module.css'

const LISTS = ['models', 'hit', 'below', 'groups', 'channels', 'rows'] as const
const MOST_HIT = 10
const PAGE_SIZES = [10, 50] as const

/** The effect that draft prices would have had. */
export function Result({ result }: { result: WhatIfResult }) {
  const { t } = useTranslation()
  const [list, setList] = useState<(typeof LISTS)[number]>('models')
  const { total, not_replayed, assumed, differing } = result
  const columns = useSumColumns()
  const amount = useQuotaText()
  const lists = listsOf(result)
  return (
    <>
      <Figures
        figures={[
          { label: t('modelsPrices.whatIf.booked'), value: amount(total.booked) },
          { label: t('modelsPrices.whatIf.drafted'), value: amount(total.quota) },
          { label: t('modelsPrices.whatIf.change'), value: <Change sum={total} /> },
          { label: t('modelsPrices.whatIf.differing'), value: formatNumber(differing) },
        ]}
      />
      {(not_replayed.length > 0 || assumed.length > 0) && (
        <ul>
          {not_replayed.map(({ reason, rows, booked }) => (
            <li key={reason}>
              {t(`modelsPrices.whatIf.notReplayed.${reason}`, { number: formatNumber(rows), amount: amount(booked) })}
            </li>
          ))}
          {assumed.map(({ what, rows }) => (
            <li key={what}>{t(`modelsPrices.whatIf.assumed.${what}`, { number: formatNumber(rows) })}</li>
          ))}
        </ul>
      )}
      <div className={styles.lists}>
        <Segmented
          aria-label={t('modelsPrices.whatIf.by')}
          value={list}
          onChange={setList}
          options={LISTS.map(value => ({
            value,
            label: `${t(`modelsPrices.whatIf.lists.${value}`)} (${formatNumber(lists[value].length)})`,
          }))}
        />
      </div>
      <PagedTable
        key={list}
        rows={lists[list].map(sum => ({ ...sum, id: sum.key }))}
        pageSizes={PAGE_SIZES}
        columns={columns}
        nameOf={({ name, key }) => name || key}
        keepsLeftOut
        empty={t('modelsPrices.whatIf.nothing')}
      />
    </>
  )
}

function listsOf({ models, users, groups, channels, rows }: WhatIfResult): Record<(typeof LISTS)[number], WhatIfSum[]> {
  const none = { calls: 1, cost: 0, quota_with_cost: 0 }
  return {
    models,
    hit: users
      .filter(({ booked, quota, key }) => quota > booked && key !== '')
      .toSorted((one, other) => other.quota - other.booked - (one.quota - one.booked))
      .slice(0, MOST_HIT),
    below: models.filter(({ cost, quota_with_cost }) => quota_with_cost < cost),
    groups,
    channels,
    rows: rows.map(({ id, model_name, username, booked, quota }) => {
      return { ...none, key: String(id), name: `#${id} · ${model_name} · ${masked(username)}`, booked, quota }
    }),
  }
}

function useSumColumns(): Column<WhatIfSum & { id: string }>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'name',
      title: t('modelsPrices.whatIf.columns.name'),
      width: 180,
      grows: true,
      card: 'heading',
      render: ({ name, key }) => <span translate="no">{name || key || t('modelsPrices.whatIf.others')}</span>,
    },
    {
      key: 'calls',
      title: t('modelsPrices.whatIf.columns.calls'),
      width: 96,
      rank: 1,
      numeric: true,
      card: 'titled-field',
      render: ({ calls }) => formatNumber(calls),
    },
    {
      key: 'booked',
      title: t('modelsPrices.whatIf.booked'),
      width: 116,
      numeric: true,
      card: 'titled-field',
      render: ({ booked }) => <Quota value={booked} />,
    },
    {
      key: 'quota',
      title: t('modelsPrices.whatIf.drafted'),
      width: 116,
      numeric: true,
      card: 'titled-field',
      render: ({ quota }) => <Quota value={quota} />,
    },
    {
      key: 'change',
      title: t('modelsPrices.whatIf.change'),
      width: 160,
      numeric: true,
      card: 'titled-field',
      render: sum => <Change sum={sum} />,
    },
    {
      key: 'cost',
      title: t('modelsPrices.whatIf.columns.cost'),
      width: 116,
      rank: 2,
      numeric: true,
      card: 'titled-field',
      render: ({ cost }) => (cost > 0 ? <Quota value={cost} /> : '–'),
    },
  ]
}

/** The difference, and its share of the actual charge. */
function Change({ sum: { booked, quota } }: { sum: Pick<WhatIfSum, 'booked' | 'quota'> }) {
  return (
    <>
      <Quota value={quota - booked} isCredit={quota > booked} />
      {booked > 0 && quota !== booked && ` (${formatMargin(quota / booked - 1)})`}
    </>
  )
}
