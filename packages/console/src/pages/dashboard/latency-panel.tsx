import type { Latency, Percentiles } from '@tollgate/contract'
import { Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { ListError } from '../../components/data-table/index.ts'
import { Panel } from '../../components/panel.tsx'
import { formatDuration, formatNumber } from '../../lib/format.ts'
import { type DashboardFilters, useLatency, type View } from './api.ts'
import { Numbers } from './numbers.tsx'
import { ToRows } from './to-rows.tsx'
import { useLogLink } from './use-log-link.ts'

const PERCENTILES = ['p50', 'p95', 'p99'] as const

/** How long calls took, in total and to the first token. */
export function LatencyPanel({ list, view }: { list: DashboardFilters; view: View }) {
  const { t } = useTranslation()
  const logLink = useLogLink(list, view)
  const { data, error, refetch } = useLatency(list, view)
  if (error) return <ListError title={t('dashboard.loadFailed')} error={error} onRetry={refetch} />
  // For a sample, the log would show more rows.
  const isExact = data?.rank_error === 0
  return (
    <Panel title={t('dashboard.latency.title')} hint={data && data.sampled > 0 && <Basis latency={data} />}>
      {!data && <Skeleton active title={false} />}
      {data?.sampled === 0 && <p>{t('dashboard.latency.none')}</p>}
      {data && data.sampled > 0 && (
        <Numbers
          label={t('dashboard.latency.title')}
          heads={[
            t('dashboard.models.model'),
            t('dashboard.figures.requests'),
            ...PERCENTILES.map(name => `${t('dashboard.latency.firstToken')} ${name}`),
            ...PERCENTILES.map(name => `${t('dashboard.latency.duration')} ${name}`),
          ]}
          rows={[
            {
              key: '',
              name: <b>{t('dashboard.latency.all')}</b>,
              cells: [
                <ToRows key="calls" to={logLink(rangeOf(data))}>
                  {formatNumber(data.calls)}
                </ToRows>,
                ...cellsOf(data.all),
              ],
            },
            ...data.models.map(timing => ({
              key: timing.model,
              name: timing.model,
              cells: [
                <ToRows key="calls" to={isExact ? logLink({ ...rangeOf(data), model: timing.model }) : undefined}>
                  {formatNumber(timing.calls)}
                </ToRows>,
                ...cellsOf(timing),
              ],
            })),
          ]}
        />
      )}
    </Panel>
  )
}

function Basis({ latency: { calls, sampled, rank_error } }: { latency: Latency }) {
  const { t } = useTranslation()
  if (rank_error === 0) return t('dashboard.latency.exact', { count: calls, formatted: formatNumber(calls) })
  return t('dashboard.latency.sampled', {
    sampled: formatNumber(sampled),
    calls: formatNumber(calls),
    error: formatNumber(rank_error),
  })
}

const rangeOf = ({ from, to }: Latency) => ({ from, to })

/** For the first token, and for the whole call. */
export const cellsOf = (
  { first_token, duration }: Latency['all'],
  shown: readonly (keyof Percentiles)[] = PERCENTILES,
) => [...wordsOf(first_token, shown), ...wordsOf(duration, shown)]

const wordsOf = (percentiles: Percentiles | null, shown: readonly (keyof Percentiles)[]): string[] =>
  shown.map(name => (percentiles ? formatDuration(percentiles[name] / 1000) : '–'))
