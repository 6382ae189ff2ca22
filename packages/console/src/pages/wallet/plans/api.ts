import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { calls, type InputOf, type Offer, type Subscription } from '@tollgate/contract'
import { send } from '../../../lib/call.ts'
import { useChange } from '../../../lib/use-change.ts'

/** Balance, shop and plans change together. */
const ALL = ['self', 'own-plans', 'plan-shop'] as const

export const useOffers = (): UseQueryResult<Offer[]> =>
  useQuery({ queryKey: ['plan-shop'], queryFn: () => send(calls.subscriptions.shop) })

export const useOwnPlans = (): UseQueryResult<Subscription[]> =>
  useQuery({ queryKey: ['own-plans'], queryFn: () => send(calls.subscriptions.own) })

export const useBuyPlan = () =>
  useChange((body: InputOf<typeof calls.subscriptions.buy>['body']) => send(calls.subscriptions.buy, { body }), {
    of: ALL,
  })

/** Orders a plan. Resolves to where the browser goes to pay, and the form that it posts there, if any. */
export const useOrderPlan = () =>
  useChange((body: InputOf<typeof calls.subscriptions.order>['body']) => send(calls.subscriptions.order, { body }), {
    of: 'orders',
  })

export const useChangePlan = () =>
  useChange(
    ({ id, ...body }: { id: number } & InputOf<typeof calls.subscriptions.change>['body']) =>
      send(calls.subscriptions.change, { params: { id }, body }),
    { of: ALL },
  )

export const useEndPlan = () =>
  useChange((id: number) => send(calls.subscriptions.end, { params: { id } }), { of: ALL })
