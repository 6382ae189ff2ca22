import { CheckCircleOutlined, FileDoneOutlined, RollbackOutlined } from '@ant-design/icons'
import { type ListedOrder, ORDER_STATES, PAYMENT_METHODS } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { generatePath, useNavigate } from 'react-router'
import {
  ColumnChooser,
  DataTable,
  FilterBar,
  ListPage,
  SearchInput,
  SeveralSelect,
  useColumnChoice,
  useListState,
  ViewsMenu,
} from '../../components/data-table/index.ts'
import { lazyForm } from '../../components/lazy-form.tsx'
import { TimeRange } from '../../components/time-range.tsx'
import { useOpened } from '../../components/use-opened.ts'
import { paths } from '../../lib/paths.ts'
import { stored } from '../../lib/storage.ts'
import { useStatus } from '../../session/status.tsx'
import { ORDER_FILTERS, useListedOrders } from './api.ts'
import { useListedOrderColumns } from './columns.tsx'
import { isPaid, leftCents } from './order-state.ts'

const CompleteForm = lazyForm(() => import('./complete-form.tsx').then(file => file.CompleteForm))
const RefundForm = lazyForm(() => import('./refund-form.tsx').then(file => file.RefundForm))

/** Everybody's online top-ups. */
export default function OrdersPage() {
  const { t } = useTranslation()
  const list = useListState(ORDER_FILTERS, stored.listedOrderPageSize, 'orders')
  const columns = useColumnChoice(useListedOrderColumns(), stored.orderColumns)
  const completing = useOpened<ListedOrder>()
  const refunding = useOpened<ListedOrder>()
  const navigate = useNavigate()
  const { invoice_name } = useStatus()
  return (
    <ListPage title={t('layout.pages.orders')} intro={t('orders.intro')}>
      <FilterBar
        list={list}
        end={
          <>
            <ViewsMenu list="orders" columns={columns.visible} />
            <ColumnChooser choice={columns} sorting={list} />
          </>
        }
      >
        {[
          <SearchInput
            key="keyword"
            label={t('orders.filters.keyword')}
            value={list.filters.keyword}
            onSearch={keyword => list.setFilters({ keyword })}
            style={{ width: 260 }}
          />,
          <SeveralSelect
            key="status"
            label={t('wallet.orders.columns.status')}
            value={list.filters.status}
            onChange={status => list.setFilters({ status })}
            style={{ width: 150 }}
            options={ORDER_STATES.map(value => ({ value, label: t(`wallet.orders.states.${value}`) }))}
          />,
          <SeveralSelect
            key="method"
            label={t('wallet.orders.columns.method')}
            value={list.filters.payment_method}
            onChange={payment_method => list.setFilters({ payment_method })}
            style={{ width: 150 }}
            options={PAYMENT_METHODS.map(value => ({ value, label: t(`wallet.methods.${value}`) }))}
          />,
          <TimeRange key="time" filters={list.filters} onChange={list.setFilters} />,
        ]}
      </FilterBar>
      <DataTable
        list={list}
        query={useListedOrders(list)}
        columns={columns.visible}
        keepsLeftOut
        layout={columns.layout}
        onLeftOut={columns.onLeftOut}
        nameOf={({ trade_no }) => trade_no}
        actions={order => [
          {
            key: 'complete',
            label: t('orders.complete'),
            icon: <CheckCircleOutlined />,
            disabled: isPaid(order),
            onClick: () => completing.open(order),
          },
          {
            key: 'refund',
            label: t('orders.refund'),
            icon: <RollbackOutlined />,
            danger: true,
            disabled: leftCents(order) === 0,
            onClick: () => refunding.open(order),
          },
          {
            key: 'invoice',
            label: t('layout.pages.invoice'),
            icon: <FileDoneOutlined />,
            disabled: !isPaid(order) || invoice_name === '',
            onClick: () => navigate(generatePath(paths.invoice, { id: String(order.id) })),
          },
        ]}
        isDimmed={({ status }) => status === 'expired'}
        first={{ title: t('orders.emptyTitle'), hint: t('orders.emptyHint') }}
      />
      {completing.opened?.row && (
        <CompleteForm key={completing.opened.key} order={completing.opened.row} onClose={completing.close} />
      )}
      {refunding.opened?.row && (
        <RefundForm key={refunding.opened.key} order={refunding.opened.row} onClose={refunding.close} />
      )}
    </ListPage>
  )
}
