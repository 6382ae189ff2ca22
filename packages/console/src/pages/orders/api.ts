import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { calls, type Invoice, type ListedOrder, type Page } from '@tollgate/contract'
import type { ListState } from '../../components/data-table/index.ts'
import { addressIdOrNone } from '../../lib/address-id.ts'
import { send } from '../../lib/call.ts'
import { useChange } from '../../lib/use-change.ts'
import { useMay } from '../../session/user.ts'

export const ORDER_FILTERS = ['keyword', 'status', 'payment_method', 'start_timestamp', 'end_timestamp'] as const

export function useListedOrders(
  list: ListState<(typeof ORDER_FILTERS)[number], 'orders'>,
): UseQueryResult<Page<ListedOrder>> {
  const query = { ...list.filters, sort: list.sort, p: list.page, page_size: list.pageSize }
  return useQuery({
    queryKey: ['listed-orders', query],
    queryFn: () => send(calls.orders.list, { query }),
    placeholderData: keepPreviousData,
  })
}

// The forms show errors, so these two are quiet.

export const useCompleteOrder = () =>
  useChange(
    ({ id, reason }: { id: number; reason: string }) =>
      send(calls.orders.complete, { params: { id }, body: { reason } }),
    { of: ['listed-orders', 'orders'], quiet: true },
  )

export const useRefundOrder = () =>
  useChange(
    ({ id, ...body }: { id: number; cents: number; reason: string }) =>
      send(calls.orders.refund, { params: { id }, body }),
    { of: ['listed-orders', 'orders'], quiet: true },
  )

/** The invoice of an order: anybody's for administrators who see balances, otherwise one's own. */
export function useInvoice(text: string): UseQueryResult<Invoice> {
  const isAdmin = useMay('users.balances')
  const params = { id: addressIdOrNone(text) }
  return useQuery({
    queryKey: ['invoice', isAdmin, params.id],
    queryFn: () => (isAdmin ? send(calls.orders.invoice, { params }) : send(calls.orders.invoiceSelf, { params })),
  })
}
