import { splitList, type UsageWallet } from '@tollgate/contract'
import { Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ListError } from '../../components/data-table/index.ts'
import { Figures } from '../../components/figures.tsx'
import { Panel } from '../../components/panel.tsx'
import { Quota } from '../../components/quota.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { Sensitive, useMask } from '../../components/sensitive.tsx'
import { formatDays, formatPrice } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { type DashboardFilters, useWallet, type View } from './api.ts'
import { Numbers } from './numbers.tsx'
import { ToRows } from './to-rows.tsx'
import { useLogLink } from './use-log-link.ts'

/** How long a balance lasts: one's own, a user's, or all users' and those of channels at their providers. */
export function WalletPanel({ list, view }: { list: DashboardFilters; view: View }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useWallet(list, view)
  const usernames = splitList(list.filters.username)
  const mask = useMask()
  // A balance covers all groups, models and channels.
  const logLink = useLogLink({ filters: { ...list.filters, group: '', model_name: '', channel: '' } }, view)
  if (error) return <ListError title={t('dashboard.loadFailed')} error={error} onRetry={refetch} />
  const title = view.isOfAll
    ? usernames.length === 1
      ? t('dashboard.wallet.of', { name: mask(usernames[0] ?? '') })
      : t('dashboard.wallet.all')
    : t(view.scope.team_id === '' ? 'dashboard.wallet.own' : 'dashboard.wallet.ofTeam')
  if (!data)
    return (
      <Panel title={title}>
        <Skeleton active title={false} />
      </Panel>
    )
  const { from, to, balance, accounts, spent, per_day, lasts_seconds, upstreams } = data
  const days = formatDays(to - from)
  return (
    <Panel title={title} hint={t('dashboard.wallet.hint', { days })}>
      <Figures
        leading
        figures={[
          {
            label:
              view.isOfAll && usernames.length !== 1
                ? t('dashboard.wallet.users', { count: accounts })
                : t('dashboard.figures.balance'),
            value: <Quota value={balance} />,
          },
          {
            label: t('dashboard.wallet.spent', { days }),
            value: (
              <ToRows to={logLink({ from, to })}>
                <Quota value={spent} />
              </ToRows>
            ),
          },
          { label: t('dashboard.wallet.perDay'), value: <Quota value={per_day} /> },
          { label: t('dashboard.wallet.lasts'), value: lastingWords(lasts_seconds, t('dashboard.wallet.unspent')) },
        ]}
      />
      {upstreams.length > 0 && <Upstreams wallet={data} rowsOf={channel => logLink({ from, to, channel })} />}
    </Panel>
  )
}

function Upstreams({ wallet: { upstreams }, rowsOf }: { wallet: UsageWallet; rowsOf: (channel: number) => string }) {
  const { t } = useTranslation()
  return (
    <>
      <p>{t('dashboard.wallet.upstreamsHint')}</p>
      <Numbers
        label={t('dashboard.wallet.upstreams')}
        heads={[
          t('dashboard.shares.one.channel'),
          t('dashboard.figures.balance'),
          t('dashboard.wallet.asked'),
          t('dashboard.wallet.charged'),
          t('dashboard.wallet.lasts'),
        ]}
        rows={upstreams.map(({ id, name, dollars, asked_at, spent, lasts_seconds }) => ({
          key: id,
          name: <Link to={paths.editChannel.replace(':id', String(id))}>{name || `#${id}`}</Link>,
          cells: [
            <Sensitive key="balance">{formatPrice(Math.round(dollars * 100) / 100)}</Sensitive>,
            <RelativeTime key="asked" at={asked_at} />,
            <ToRows key="spent" to={rowsOf(id)}>
              <Quota value={spent} />
            </ToRows>,
            lastingWords(lasts_seconds, t('dashboard.wallet.unspent')),
          ],
        }))}
      />
    </>
  )
}

const YEAR_SECONDS = 365 * 86_400

function lastingWords(seconds: number | null, never: string): string {
  if (seconds === null) return never
  return seconds > YEAR_SECONDS ? `> ${formatDays(YEAR_SECONDS)}` : formatDays(seconds)
}
