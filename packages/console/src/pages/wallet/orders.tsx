import { FileDoneOutlined, ReloadOutlined } from '@ant-design/icons'
import type { Order } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { generatePath, useNavigate } from 'react-router'
import { DataTable, useListState } from '../../components/data-table/index.ts'
import { Panel } from '../../components/panel.tsx'
import { paths } from '../../lib/paths.ts'
import { stored } from '../../lib/storage.ts'
import { useStatus } from '../../session/status.tsx'
import { isPaid } from '../orders/order-state.ts'
import { useOrders } from './api.ts'
import { useOrderColumns } from './order-columns.tsx'
import { useCheckOrder } from './use-check-order.ts'

/** The user's online top-ups; hidden if there are none and none can be made. */
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
        keepsLeftOut
        nameOf={order => order.trade_no}
        actions={actionsOf}
        first={{ title: t('wallet.orders.emptyTitle'), hint: t('wallet.orders.emptyHint') }}
      />
    </Panel>
  )
}

/** Asks the provider about a pending order, and links to the invoice of a paid one. */
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
