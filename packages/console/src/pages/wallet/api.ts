import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { calls, type InputOf, type Order, type Page } from '@tollgate/contract'
import type { ListState } from '../../components/data-table/index.ts'
import { send, sendWhole } from '../../lib/call.ts'

type Payment = InputOf<typeof calls.wallet.pay>['body']

/** What an amount costs the user, with two decimals; not asked while the amount is undefined. */
export function usePayable(amount: number | undefined): UseQueryResult<string> {
  return useQuery({
    queryKey: ['payable', amount],
    queryFn: () => send(calls.wallet.amount, { body: { amount } }),
    enabled: amount !== undefined,
    placeholderData: keepPreviousData,
  })
}

/** Orders an amount; answers the form that takes the browser to the payment provider. */
export function usePay() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Payment) => sendWhole(calls.wallet.pay, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: ['orders'] }),
  })
}

export function useOrders(list: ListState): UseQueryResult<Page<Order>> {
  const query = { p: list.page, page_size: list.pageSize }
  return useQuery({
    queryKey: ['orders', query],
    queryFn: () => send(calls.wallet.orders, { query }),
    placeholderData: keepPreviousData,
  })
}

export function useInviteCode(): string | undefined {
  return useQuery({ queryKey: ['invite-code'], queryFn: () => send(calls.invites.code) }).data
}

/** Answers the quota the code added. */
export const useRedeem = () => useBalanceChange((key: string) => send(calls.wallet.redeem, { body: { key } }))

export const useTransfer = () => useBalanceChange((quota: number) => send(calls.invites.transfer, { body: { quota } }))

/** What changes the balance; the form that asked shows what went wrong. */
function useBalanceChange<Input, Data>(change: (input: Input) => Promise<Data>): UseMutationResult<Data, Error, Input> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    meta: { quiet: true },
    onSettled: () => client.invalidateQueries({ queryKey: ['self'] }),
  })
}
