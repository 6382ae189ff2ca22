import { keepPreviousData, skipToken, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { calls, type InputOf, type Order, type Page, type PaymentMethod } from '@tollgate/contract'
import type { ListState } from '../../components/data-table/index.ts'
import { send, sendWhole } from '../../lib/call.ts'
import { useChange } from '../../lib/use-change.ts'

type Payment = InputOf<typeof calls.wallet.pay>['body']

/** What an amount costs the user, with two decimals; not requested while amount or method is undefined. */
export function usePayable(
  amount: number | undefined,
  payment_method: PaymentMethod | undefined,
): UseQueryResult<string> {
  const isAsked = amount !== undefined && payment_method !== undefined
  return useQuery({
    queryKey: ['payable', payment_method, amount],
    queryFn: isAsked ? () => send(calls.wallet.amount, { body: { amount, payment_method } }) : skipToken,
    placeholderData: keepPreviousData,
  })
}

/** Orders an amount. Resolves to the payment address, and the form to post there, if any. */
export const usePay = () => useChange((body: Payment) => sendWhole(calls.wallet.pay, { body }), { of: 'orders' })

/** Asks the provider whether an order is paid; the balance and the plans may have changed. */
export const useSettleOrder = () =>
  useChange((trade_no: string) => send(calls.wallet.settle, { body: { trade_no } }), {
    of: ['orders', 'self', 'own-plans', 'plan-shop'],
  })

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
