import { keepPreviousData, skipToken, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { calls, type InputOf, type Order, type Page } from '@tollgate/contract'
import type { ListState } from '../../components/data-table/index.ts'
import { send, sendWhole } from '../../lib/call.ts'
import { useChange } from '../../lib/use-change.ts'

type Payment = InputOf<typeof calls.wallet.pay>['body']

/** What an amount costs the user, with two decimals; not requested while the amount is undefined. */
export function usePayable(amount: number | undefined): UseQueryResult<string> {
  return useQuery({
    queryKey: ['payable', amount],
    queryFn: amount === undefined ? skipToken : () => send(calls.wallet.amount, { body: { amount } }),
    placeholderData: keepPreviousData,
  })
}

/** Orders an amount. Resolves to the form that sends the browser to the payment provider. */
export const usePay = () => useChange((body: Payment) => sendWhole(calls.wallet.pay, { body }), { of: 'orders' })

export function useOrders(list: ListState<never, 'orders'>): UseQueryResult<Page<Order>> {
  const query = { sort: list.sort, p: list.page, page_size: list.pageSize }
  return useQuery({
    queryKey: ['orders', query],
    queryFn: () => send(calls.wallet.orders, { query }),
    placeholderData: keepPreviousData,
  })
}

export function useInviteCode(): string | undefined {
  return useQuery({ queryKey: ['invite-code'], queryFn: () => send(calls.invites.code) }).data
}

// These change the balance; their forms show errors.

/** Resolves to the quota that the code added. */
export const useRedeem = () =>
  useChange((key: string) => send(calls.wallet.redeem, { body: { key } }), {
    of: ['self', 'own-plans'],
    quiet: true,
  })

export const useTransfer = () =>
  useChange((quota: number) => send(calls.invites.transfer, { body: { quota } }), { of: 'self', quiet: true })
