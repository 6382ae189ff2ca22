import { PauseCircleOutlined, PlayCircleOutlined, ReloadOutlined, StopOutlined } from '@ant-design/icons'
import { SUBSCRIPTION_STATUSES, type Subscription, type SubscriptionAction } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import {
  type Column,
  ColumnChooser,
  DataTable,
  FilterBar,
  ListPage,
  SearchInput,
  SeveralSelect,
  useColumnChoice,
  useListState,
} from '../../components/data-table/index.ts'
import { lazyForm } from '../../components/lazy-form.tsx'
import { UserLink } from '../../components/links/index.tsx'
import { Quota } from '../../components/quota.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { masked } from '../../components/sensitive.tsx'
import { StatusDot } from '../../components/status-dot.tsx'
import { useOpened } from '../../components/use-opened.ts'
import { paths } from '../../lib/paths.ts'
import { stored } from '../../lib/storage.ts'
import { useAmountText } from '../wallet/plans/terms.tsx'
import { SUBSCRIPTION_FILTERS, useSubscriptions } from './api.ts'

const ManageForm = lazyForm(() => import('./manage-form.tsx').then(file => file.ManageForm))

const KINDS = { active: 'good', paused: 'resting', ended: 'off' } as const

/** The users of each plan, and what is left of it. */
export default function SubscriptionsPage() {
  const { t } = useTranslation()
  const list = useListState(SUBSCRIPTION_FILTERS, stored.subscriptionPageSize)
  const managing = useOpened<{ subscription: Subscription; action: SubscriptionAction }>()
  const columns = useColumnChoice(useSubscriptionColumns(), stored.subscriptionColumns)
  const act = (subscription: Subscription, action: SubscriptionAction, icon: React.ReactNode) => ({
    key: action,
    label: t(`plans.actions.${action}`),
    icon,
    disabled: subscription.status === 'ended',
    danger: action === 'end',
    onClick: () => managing.open({ subscription, action }),
  })
  return (
    <ListPage
      title={t('layout.pages.subscriptions')}
      intro={t('plans.subscriptionsIntro')}
      aside={<Link to={paths.plans}>{t('layout.pages.plans')}</Link>}
    >
      <FilterBar list={list} end={<ColumnChooser choice={columns} />}>
        {[
          <SearchInput
            key="keyword"
            label={t('plans.filters.subscription')}
            value={list.filters.keyword}
            onSearch={keyword => list.setFilters({ keyword })}
            style={{ width: 260 }}
          />,
          <SeveralSelect
            key="status"
            label={t('plans.columns.state')}
            value={list.filters.status}
            onChange={status => list.setFilters({ status })}
            style={{ width: 170 }}
            options={SUBSCRIPTION_STATUSES.map(value => ({ value, label: t(`plans.states.${value}`) }))}
          />,
        ]}
      </FilterBar>
      <DataTable
        list={list}
        query={useSubscriptions(list)}
        columns={columns.visible}
        keepsLeftOut
        layout={columns.layout}
        onLeftOut={columns.onLeftOut}
        nameOf={({ name, username }) => `${name} · ${masked(username)}`}
        actions={row => [
          row.status === 'paused'
            ? act(row, 'resume', <PlayCircleOutlined />)
            : act(row, 'pause', <PauseCircleOutlined />),
          act(row, 'reset', <ReloadOutlined />),
          act(row, 'end', <StopOutlined />),
        ]}
        isDimmed={({ status }) => status !== 'active'}
        first={{ title: t('plans.noneTitle'), hint: t('plans.noneHint') }}
      />
      {managing.opened?.row && (
        <ManageForm key={managing.opened.key} {...managing.opened.row} onClose={managing.close} />
      )}
    </ListPage>
  )
}

function useSubscriptionColumns(): Column<Subscription>[] {
  const { t } = useTranslation()
  const amountText = useAmountText()
  return [
    {
      key: 'name',
      title: t('plans.columns.name'),
      always: true,
      width: 150,
      grows: true,
      card: 'heading',
      render: ({ name }) => <strong>{name}</strong>,
    },
    {
      key: 'user',
      title: t('plans.columns.user'),
      width: 130,
      card: 'field',
      render: ({ username }) => <UserLink name={username}>{username}</UserLink>,
    },
    {
      key: 'state',
      title: t('plans.columns.state'),
      width: 120,
      card: 'field',
      render: ({ status }) => <StatusDot kind={KINDS[status]} label={t(`plans.states.${status}`)} />,
    },
    {
      key: 'windows',
      title: t('plans.columns.left'),
      width: 260,
      card: 'field',
      render: ({ windows, unit }) =>
        windows
          .map(({ window, limit, used }) =>
            t(`plans.allows.${window}`, { amount: masked(amountText(unit, Math.max(0, limit - used))) }),
          )
          .join(' · ') || '–',
    },
    {
      key: 'used',
      title: t('plans.columns.used'),
      width: 116,
      numeric: true,
      card: 'field',
      render: ({ used }) => <Quota value={used} />,
    },
    {
      key: 'source',
      title: t('plans.columns.source'),
      width: 120,
      rank: 2,
      render: ({ source }) => t(`plans.sources.${source}`),
    },
    {
      key: 'ends',
      title: t('plans.columns.ends'),
      width: 130,
      rank: 1,
      render: ({ term_end, renews }) =>
        term_end === 0 ? (
          '–'
        ) : (
          <>
            <RelativeTime at={term_end} /> {renews && t('plans.thenRenews')}
          </>
        ),
    },
  ]
}
