import { FileDoneOutlined, ReloadOutlined } from '@ant-design/icons'
import type { Order } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { generatePath, useNavigate } from 'react-router'
import { CopyButton } from '../../components/copy-button.tsx'
import { type Column, DataTable, useListState } from '../../components/data-table/index.ts'
import { Panel } from '../../components/panel.tsx'
import { Quota } from '../../components/quota.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { StatusDot, type StatusKind } from '../../components/status-dot.tsx'
import { formatMoney } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { stored } from '../../lib/storage.ts'
import { useStatus } from '../../session/status.tsx'
import { useOrders } from './api.ts'
import { useCheckOrder } from './use-check-order.ts'
import styles from './wallet.module.css'

const kinds: Record<Order['status'], StatusKind> = {
  pending: 'resting',
  success: 'good',
  expired: 'off',
  refunded: 'off',
  disputed: 'broken',
}

/** The user's online top-ups; hidden if there were none and can be none. */
export function Orders() {
  const { t } = useTranslation()
  const { enable_online_topup } = useStatus()
  const list = useListState([], stored.orderPageSize, 'orders')
  const orders = useOrders(list)
  const columns = useOrderColumns()
  const actionsOf = useOrderActions()
  if (!enable_online_topup && !orders.data?.total) return null
  return (
    <Panel title={t('wallet.orders.title')} hint={t('wallet.orders.hint')}>
      <DataTable
        list={list}
        query={orders}
        columns={columns}
        nameOf={order => order.trade_no}
        actions={actionsOf}
        first={{ title: t('wallet.orders.emptyTitle'), hint: t('wallet.orders.emptyHint') }}
      />
    </Panel>
  )
}

/** Asking the provider about an order that waits, and the invoice of a paid one. */
function useOrderActions() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { invoice_name } = useStatus()
  const check = useCheckOrder()
  return (order: Order) => [
    {
      key: 'check',
      label: t('wallet.orders.check'),
      icon: <ReloadOutlined />,
      disabled: order.payment_method !== 'stripe' || isPaid(order),
      onClick: () => check(order.trade_no),
    },
    {
      key: 'invoice',
      label: t('wallet.orders.invoice'),
      icon: <FileDoneOutlined />,
      disabled: !isPaid(order) || invoice_name === '',
      onClick: () => navigate(generatePath(paths.invoice, { id: String(order.id) })),
    },
  ]
}

const isPaid = ({ status }: Order): boolean => status !== 'pending' && status !== 'expired'

function useOrderColumns(): Column<Order>[] {
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
          <code className={styles.order}>{trade_no}</code>
          <CopyButton text={trade_no} what={t('wallet.orders.columns.order')} />
        </span>
      ),
    },
    {
      key: 'status',
      title: t('wallet.orders.columns.status'),
      sort: 'status',
      width: 140,
      card: 'field',
      render: ({ status }) => <StatusDot kind={kinds[status]} label={t(`wallet.orders.states.${status}`)} />,
    },
    {
      key: 'quota',
      title: t('wallet.orders.columns.quota'),
      sort: 'quota',
      width: 112,
      numeric: true,
      card: 'field',
      render: ({ quota, status }) => <Quota value={quota} isCredit={status === 'success'} />,
    },
    {
      key: 'money',
      title: t('wallet.orders.columns.money'),
      sort: 'money_cents',
      width: 112,
      numeric: true,
      card: 'field',
      render: ({ money_cents, currency }) => formatMoney(money_cents / 100, currency),
    },
    {
      key: 'method',
      title: t('wallet.orders.columns.method'),
      width: 112,
      rank: 1,
      render: ({ payment_method }) => t(`wallet.methods.${payment_method}`),
    },
    {
      key: 'created',
      title: t('wallet.orders.columns.created'),
      sort: 'create_time',
      width: 128,
      rank: 3,
      render: ({ create_time }) => <RelativeTime at={create_time} />,
    },
    {
      key: 'completed',
      title: t('wallet.orders.columns.completed'),
      sort: 'complete_time',
      width: 128,
      rank: 2,
      render: ({ complete_time }) => (complete_time > 0 ? <RelativeTime at={complete_time} /> : '–'),
    },
  ]
}
