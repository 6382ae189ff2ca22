import type { Usage, UsageShare, UsageSubject, UsageSums } from '@tollgate/contract'
import { Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { ListError } from '../../components/data-table/index.ts'
import { useMask } from '../../components/sensitive.tsx'
import { formatNumber } from '../../lib/format.ts'
import { type DashboardFilters, useShares, type View } from './api.ts'
import { Numbers } from './numbers.tsx'
import { ToRows } from './to-rows.tsx'
import { type RowsOfNumber, useLogLink } from './use-log-link.ts'
import { percentWords, useAmounts } from './use-words.ts'

interface SharesTableProps {
  by: UsageSubject
  usage: Usage
  list: DashboardFilters
  view: View
}

/** Usage by one subject. */
export function SharesTable({ by, usage, list, view }: SharesTableProps) {
  const { t } = useTranslation()
  const { exact } = useAmounts()
  const mask = useMask()
  const logLink = useLogLink(list, view)
  const { data, error, refetch, isPlaceholderData } = useShares(list, view, by)
  if (error) return <ListError title={t('dashboard.loadFailed')} error={error} onRetry={refetch} />

  const nameOf = ({ id, name }: UsageShare) =>
    (isPerson(by) ? mask(name) : name) || (id === 0 ? t('dashboard.shares.none') : t('dashboard.shares.gone', { id }))
  const all = [...(data?.items ?? []), ...(data?.rest ? [data.rest] : [])].reduce((sum, { quota }) => sum + quota, 0)
  /** The log filter for one entry's rows; there is none for deleted entries or empty names. */
  const only = ({ id, name }: UsageShare): Partial<RowsOfNumber> | null =>
    id === 0 || (by === 'user' && !name) ? null : by === 'user' ? { username: name } : { [by]: id }
  const rowOf = (sums: UsageSums, key: string | number, name: string, filter: Partial<RowsOfNumber> | null) => {
    const rows = (words: string, calls: RowsOfNumber['calls'] = 'charged') => (
      <ToRows key={words} to={filter ? logLink({ from: usage.from, to: usage.to, calls, ...filter }) : undefined}>
        {words}
      </ToRows>
    )
    return {
      key,
      name,
      share: all === 0 ? 0 : sums.quota / all,
      cells: [
        rows(formatNumber(sums.requests)),
        rows(formatNumber(sums.tokens)),
        rows(exact(sums.quota, 'quota')),
        sums.failed > 0
          ? rows(`${formatNumber(sums.failed)} (${percentWords(sums.failed, sums.requests + sums.failed)})`, 'failed')
          : '–',
        percentWords(sums.cache_tokens, sums.prompt_tokens),
        exact(sums.cache_saved, 'quota'),
      ],
    }
  }
  if (!data || isPlaceholderData) return <Skeleton active title={false} />
  return (
    <Numbers
      label={t(`dashboard.shares.by.${by}`)}
      heads={[
        t(`dashboard.shares.one.${by}`),
        t('dashboard.figures.requests'),
        t('dashboard.figures.tokens'),
        t('dashboard.figures.quota'),
        t('dashboard.figures.failed'),
        t('dashboard.figures.cacheRate'),
        t('dashboard.figures.cache_saved'),
      ]}
      rows={[
        ...data.items.map(item => rowOf(item, item.id, nameOf(item), only(item))),
        ...(data.rest ? [rowOf(data.rest, 'rest', t('dashboard.shares.rest'), null)] : []),
      ]}
    />
  )
}

const isPerson = (by: UsageSubject) => by === 'user' || by === 'member'
