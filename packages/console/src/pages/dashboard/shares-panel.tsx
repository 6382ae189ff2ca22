import type { UsageShare, UsageSubject, UsageSums } from '@tollgate/contract'
import { Segmented, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListError } from '../../components/data-table/index.ts'
import { Panel } from '../../components/panel.tsx'
import { formatNumber } from '../../lib/format.ts'
import { type DashboardFilters, useShares, type View } from './api.ts'
import { Numbers } from './numbers.tsx'
import { percentWords, useAmounts } from './use-words.ts'

const FOR_ALL: readonly UsageSubject[] = ['user', 'token', 'channel']
const FOR_ONE: readonly UsageSubject[] = ['token']

/** Usage by user, token and channel; of one's own by token. */
export function SharesPanel({ list, view }: { list: DashboardFilters; view: View }) {
  const { t } = useTranslation()
  const { exact } = useAmounts()
  const subjects = view.isOfAll ? FOR_ALL : FOR_ONE
  const [chosen, choose] = useState<UsageSubject>('user')
  const by = subjects.find(subject => subject === chosen) ?? 'token'
  const { data, error, refetch, isPlaceholderData } = useShares(list, view, by)
  if (error) return <ListError title={t('dashboard.loadFailed')} error={error} onRetry={refetch} />

  const nameOf = ({ id, name }: UsageShare) =>
    name || (id === 0 ? t('dashboard.shares.none') : t('dashboard.shares.gone', { id }))
  const all = [...(data?.items ?? []), ...(data?.rest ? [data.rest] : [])].reduce((sum, { quota }) => sum + quota, 0)
  const rowOf = (sums: UsageSums, key: string | number, name: string) => ({
    key,
    name,
    share: all === 0 ? 0 : sums.quota / all,
    cells: [
      formatNumber(sums.requests),
      formatNumber(sums.tokens),
      exact(sums.quota, 'quota'),
      sums.failed > 0
        ? `${formatNumber(sums.failed)} (${percentWords(sums.failed, sums.requests + sums.failed)})`
        : '–',
      percentWords(sums.cache_tokens, sums.prompt_tokens),
    ],
  })
  return (
    <Panel
      title={view.isOfAll ? t('dashboard.shares.title') : t('dashboard.shares.by.token')}
      aside={
        subjects.length > 1 && (
          <Segmented
            size="small"
            aria-label={t('dashboard.shares.title')}
            value={by}
            onChange={choose}
            options={subjects.map(value => ({ value, label: t(`dashboard.shares.by.${value}`) }))}
          />
        )
      }
    >
      {!data || isPlaceholderData ? (
        <Skeleton active title={false} />
      ) : (
        <Numbers
          label={t(`dashboard.shares.by.${by}`)}
          heads={[
            t(`dashboard.shares.one.${by}`),
            t('dashboard.figures.requests'),
            t('dashboard.figures.tokens'),
            t('dashboard.figures.quota'),
            t('dashboard.figures.failed'),
            t('dashboard.figures.cacheRate'),
          ]}
          rows={[
            ...data.items.map(item => rowOf(item, item.id, nameOf(item))),
            ...(data.rest ? [rowOf(data.rest, 'rest', t('dashboard.shares.rest'))] : []),
          ]}
        />
      )}
    </Panel>
  )
}
