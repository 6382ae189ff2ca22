import type { UsageSums } from '@tollgate/contract'
import { Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { ListError } from '../../components/data-table/index.ts'
import { Panel } from '../../components/panel.tsx'
import { formatNumber, formatTime } from '../../lib/format.ts'
import { type DashboardFilters, useDays, type View } from './api.ts'
import { Numbers } from './numbers.tsx'
import { ToRows } from './to-rows.tsx'
import { useLogLink } from './use-log-link.ts'
import { changeWords, useAmounts } from './use-words.ts'

const SHOWN = ['quota', 'requests', 'tokens', 'failed', 'cache_saved'] as const

/** Today compared with the same hours of yesterday. */
export function TodayPanel({ list, view }: { list: DashboardFilters; view: View }) {
  const { t } = useTranslation()
  const amounts = useAmounts()
  const logLink = useLogLink(list, view)
  const { data, error, refetch } = useDays(list, view)
  if (error) return <ListError title={t('dashboard.loadFailed')} error={error} onRetry={refetch} />
  const words = (name: (typeof SHOWN)[number], sums: UsageSums) =>
    name === 'quota' || name === 'cache_saved' ? amounts.short(sums[name], 'quota') : formatNumber(sums[name])
  return (
    <Panel
      title={t('dashboard.today.title')}
      hint={data && t('dashboard.today.hint', { time: formatTime(data.today.to).slice(11, 16) })}
    >
      {data ? (
        <Numbers
          label={t('dashboard.today.title')}
          heads={['', t('dashboard.today.today'), t('dashboard.today.yesterday'), t('dashboard.today.change')]}
          rows={SHOWN.map(name => ({
            key: name,
            name: t(`dashboard.figures.${name}`),
            cells: [
              ...([data.today, data.yesterday] as const).map(({ from, to, sums }) => (
                <ToRows key={from} to={logLink({ from, to, calls: name === 'failed' ? 'failed' : 'charged' })}>
                  {words(name, sums)}
                </ToRows>
              )),
              changeWords(data.today.sums[name], data.yesterday.sums[name]),
            ],
          }))}
        />
      ) : (
        <Skeleton active title={false} />
      )}
    </Panel>
  )
}
