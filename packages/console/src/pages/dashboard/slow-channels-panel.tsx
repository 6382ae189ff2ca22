import { useTranslation } from 'react-i18next'
import { Panel } from '../../components/panel.tsx'
import { formatNumber } from '../../lib/format.ts'
import { type DashboardFilters, useLatency, type View } from './api.ts'
import { cellsOf } from './latency-panel.tsx'
import { Numbers } from './numbers.tsx'
import { ToRows } from './to-rows.tsx'
import { useLogLink } from './use-log-link.ts'

const SHOWN = ['p50', 'p95'] as const

/** The channels whose slow calls take longest. Hidden from users who cannot see channels. */
export function SlowChannelsPanel({ list, view }: { list: DashboardFilters; view: View }) {
  const { t } = useTranslation()
  const logLink = useLogLink(list, view)
  const { data } = useLatency(list, view)
  if (!data || data.channels.length === 0) return null
  const { from, to } = data
  const isExact = data.rank_error === 0
  return (
    <Panel title={t('dashboard.slow.title')} hint={t('dashboard.slow.hint')}>
      <Numbers
        label={t('dashboard.slow.title')}
        heads={[
          t('dashboard.shares.one.channel'),
          t('dashboard.figures.requests'),
          ...SHOWN.map(name => `${t('dashboard.latency.firstToken')} ${name}`),
          ...SHOWN.map(name => `${t('dashboard.latency.duration')} ${name}`),
        ]}
        rows={data.channels.map(channel => ({
          key: channel.id,
          name: channel.name || t('dashboard.shares.gone', { id: channel.id }),
          cells: [
            <ToRows key="calls" to={isExact ? logLink({ from, to, channel: channel.id }) : undefined}>
              {formatNumber(channel.calls)}
            </ToRows>,
            ...cellsOf(channel, SHOWN),
          ],
        }))}
      />
    </Panel>
  )
}
