import type { Token } from '@tollgate/contract'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../components/data-table/index.ts'
import { RelativeTime } from '../../components/relative-time.tsx'
import { ExpiryCell, GroupCell, KeyCell, NameCell, QuotaCell, StateCell } from './cells.tsx'

export function useTokenColumns(): Column<Token>[] {
  const { t } = useTranslation()
  return useMemo(() => tokenColumns(t), [t])
}

const tokenColumns = (t: TFunction): Column<Token>[] => [
  {
    key: 'name',
    title: t('tokens.columns.name'),
    sort: 'name',
    width: 112,
    grows: true,
    always: true,
    card: 'heading',
    render: token => <NameCell token={token} />,
  },
  {
    key: 'status',
    title: t('tokens.columns.status'),
    sort: 'status',
    width: 144,
    card: 'field',
    render: token => <StateCell token={token} />,
  },
  { key: 'key', title: t('tokens.columns.key'), width: 164, render: token => <KeyCell token={token} /> },
  {
    key: 'quota',
    title: t('tokens.columns.quota'),
    sorts: [
      { by: 'remain_quota', title: t('tokens.sorts.remaining') },
      { by: 'used_quota', title: t('tokens.sorts.used') },
      { by: 'accessed_time', title: t('tokens.sorts.lastUsed') },
    ],
    width: 166,
    maxWidth: 176,
    card: 'field',
    render: token => <QuotaCell token={token} />,
  },
  {
    key: 'group',
    title: t('tokens.columns.group'),
    sort: 'group',
    width: 112,
    maxWidth: 180,
    rank: 3,
    render: token => <GroupCell token={token} />,
  },
  {
    key: 'created',
    title: t('tokens.columns.created'),
    sort: 'created_time',
    width: 124,
    rank: 1,
    render: token => <RelativeTime at={token.created_time} />,
  },
  {
    key: 'expires',
    title: t('tokens.columns.expires'),
    sort: 'expired_time',
    width: 112,
    maxWidth: 136,
    rank: 2,
    render: token => <ExpiryCell token={token} />,
  },
]
