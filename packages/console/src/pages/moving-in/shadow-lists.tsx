import type { ShadowResult } from '@tollgate/contract'
import { Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Column, PagedTable } from '../../components/data-table/index.ts'
import { Panel } from '../../components/panel.tsx'
import { Quota } from '../../components/quota.tsx'
import { masked } from '../../components/sensitive.tsx'
import { formatNumber } from '../../lib/format.ts'
import styles from './moving-in.module.css'

const LISTS = ['models', 'users', 'channels', 'rows'] as const
const PAGE_SIZES = [20, 100] as const

interface Sum {
  id: string
  name: string
  calls: number
  booked: number
  quota: number
}

/** The differences by model, user and channel, and the calls that differ most. */
export function ShadowLists({ result }: { result: ShadowResult }) {
  const { t } = useTranslation()
  const [list, setList] = useState<(typeof LISTS)[number]>('models')
  const columns = useColumns()
  const lists = listsOf(result)
  return (
    <Panel title={t(`movingIn.shadow.lists.${list}`)}>
      <div className={styles.lists}>
        <Segmented
          aria-label={t('movingIn.shadow.by')}
          value={list}
          onChange={setList}
          options={LISTS.map(value => ({
            value,
            label: `${t(`movingIn.shadow.lists.${value}`)} (${formatNumber(lists[value].length)})`,
          }))}
        />
      </div>
      <PagedTable<Sum>
        key={list}
        rows={lists[list]}
        pageSizes={PAGE_SIZES}
        columns={columns}
        nameOf={({ name, id }) => name || id}
        empty={t('movingIn.shadow.nothing')}
      />
    </Panel>
  )
}

const listsOf = ({ models, users, channels, rows }: ShadowResult): Record<(typeof LISTS)[number], Sum[]> => {
  const sums = (of: ShadowResult['models']) => of.map(({ key, ...sum }) => ({ ...sum, id: key, name: sum.name || key }))
  return {
    models: sums(models),
    users: sums(users),
    channels: sums(channels),
    rows: rows.map(({ id, username, model_name, booked, quota }) => ({
      id: String(id),
      name: `#${id} · ${model_name} · ${masked(username)}`,
      calls: 1,
      booked,
      quota,
    })),
  }
}

function useColumns(): Column<Sum>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'name',
      title: t('movingIn.shadow.name'),
      width: 200,
      grows: true,
      card: 'heading',
      render: ({ name }) => <span translate="no">{name || t('movingIn.shadow.others')}</span>,
    },
    {
      key: 'calls',
      title: t('movingIn.shadow.calls'),
      width: 110,
      numeric: true,
      card: 'titled-field',
      render: ({ calls }) => formatNumber(calls),
    },
    {
      key: 'there',
      title: t('movingIn.shadow.there'),
      width: 130,
      numeric: true,
      card: 'titled-field',
      render: ({ booked }) => <Quota value={booked} />,
    },
    {
      key: 'here',
      title: t('movingIn.shadow.here'),
      width: 130,
      numeric: true,
      card: 'titled-field',
      render: ({ quota }) => <Quota value={quota} />,
    },
    {
      key: 'change',
      title: t('movingIn.shadow.change'),
      width: 130,
      numeric: true,
      card: 'titled-field',
      render: ({ booked, quota }) => <Quota value={quota - booked} isCredit={quota > booked} />,
    },
  ]
}
