import type { ListedOrder, Order } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../components/copy-button.tsx'
import type { Column } from '../../components/data-table/index.ts'
import { UserLink } from '../../components/links/index.tsx'
import { Quota } from '../../components/quota.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { StatusDot, type StatusKind } from '../../components/status-dot.tsx'
import { formatMoney } from '../../lib/format.ts'

const KINDS: Record<Order['status'], StatusKind> = {
  pending: 'resting',
  success: 'good',
  expired: 'off',
  refunded: 'off',
  disputed: 'broken',
}

export function useListedOrderColumns(): Column<ListedOrder>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'order',
      title: t('wallet.orders.columns.order'),
      width: 240,
      grows: true,
      card: 'heading',
      render: ({ trade_no }) => (
        <span translate="no">
          <code>{trade_no}</code>
          <CopyButton text={trade_no} what={t('wallet.orders.columns.order')} />
        </span>
      ),
    },
    {
      key: 'user',
      title: t('orders.columns.user'),
      width: 130,
      card: 'field',
      render: ({ username }) => <UserLink name={username}>{username}</UserLink>,
    },
    {
      key: 'status',
      title: t('wallet.orders.columns.status'),
      sort: 'status',
      width: 150,
      card: 'field',
      render: order => <State order={order} />,
    },
    {
      key: 'quota',
      title: t('wallet.orders.columns.quota'),
      sort: 'quota',
      width: 112,
      numeric: true,
      card: 'field',
      render: ({ quota }) => <Quota value={quota} />,
    },
    {
      key: 'money',
      title: t('wallet.orders.columns.money'),
      sort: 'money_cents',
      width: 120,
      numeric: true,
      card: 'field',
      render: ({ money_cents, currency }) => formatMoney(money_cents / 100, currency),
    },
    {
      key: 'method',
      title: t('wallet.orders.columns.method'),
      width: 130,
      rank: 1,
      render: ({ payment_method }) => t(`wallet.methods.${payment_method}`),
    },
    {
      key: 'created',
      title: t('wallet.orders.columns.created'),
      sort: 'create_time',
      width: 128,
      rank: 2,
      render: ({ create_time }) => <RelativeTime at={create_time} />,
    },
    {
      key: 'completed',
      title: t('wallet.orders.columns.completed'),
      sort: 'complete_time',
      width: 128,
      rank: 3,
      render: ({ complete_time }) => (complete_time > 0 ? <RelativeTime at={complete_time} /> : '–'),
    },
    {
      key: 'provider',
      title: t('orders.columns.provider'),
      width: 160,
      rank: 4,
      render: ({ provider_ref }) => <code translate="no">{provider_ref || '–'}</code>,
    },
  ]
}

function State({ order: { status, completed_by, note, refunded_cents, currency } }: { order: ListedOrder }) {
  const { t } = useTranslation()
  const reasons = [
    completed_by && t('orders.byHand', { name: completed_by, reason: note }),
    refunded_cents > 0 && t('wallet.orders.partly', { money: formatMoney(refunded_cents / 100, currency) }),
  ].filter(Boolean)
  return (
    <StatusDot
      kind={KINDS[status]}
      label={t(`wallet.orders.states.${status}`)}
      reason={reasons.length > 0 ? reasons.join(' · ') : undefined}
    />
  )
}
