import type { ListedOrder, Order } from '@tollgate/contract'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../components/data-table/index.ts'
import { UserLink } from '../../components/links/index.tsx'
import { OrderState, useOrderColumns } from '../wallet/order-columns.tsx'

/** The columns of an order, with its user, who completed it by hand, and its number at the provider. */
export function useListedOrderColumns(): Column<ListedOrder>[] {
  const { t } = useTranslation()
  const columns = useOrderColumns()
  return useMemo(() => listed(columns, t), [columns, t])
}

function listed([number, ...others]: Column<Order>[], t: TFunction): Column<ListedOrder>[] {
  const user: Column<ListedOrder> = {
    key: 'user',
    title: t('orders.columns.user'),
    width: 130,
    card: 'field',
    render: ({ username }) => <UserLink name={username}>{username}</UserLink>,
  }
  const provider: Column<ListedOrder> = {
    key: 'provider',
    title: t('orders.columns.provider'),
    width: 160,
    rank: 4,
    render: ({ provider_ref }) => <code translate="no">{provider_ref || '–'}</code>,
  }
  const withReasons = others.map((column): Column<ListedOrder> => {
    if (column.key === 'status') return { ...column, render: order => <State order={order} /> }
    // The price says about the same where the table has no room for both.
    return column.key === 'quota' ? { ...column, rank: 5 } : column
  })
  return [...(number ? [number] : []), user, ...withReasons, provider]
}

function State({ order }: { order: ListedOrder }) {
  const { t } = useTranslation()
  const { completed_by, note } = order
  const more = completed_by && t('orders.byHand', { name: completed_by, reason: note })
  return <OrderState order={order} more={more} />
}
