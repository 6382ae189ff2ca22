import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { calls, type InputOf, type Page, type Plan, type Subscription } from '@tollgate/contract'
import type { ListState } from '../../components/data-table/index.ts'
import { send } from '../../lib/call.ts'
import { useChange } from '../../lib/use-change.ts'

export const PLAN_FILTERS = ['keyword'] as const
export const SUBSCRIPTION_FILTERS = ['keyword', 'status', 'plan_id'] as const

export function usePlans(list: ListState<'keyword', never>): UseQueryResult<Page<Plan>> {
  const query = { ...list.filters, p: list.page, page_size: list.pageSize }
  return useQuery({
    queryKey: ['plans', query],
    queryFn: () => send(calls.plans.list, { query }),
    placeholderData: keepPreviousData,
  })
}

export function useSubscriptions(
  list: ListState<(typeof SUBSCRIPTION_FILTERS)[number], never>,
): UseQueryResult<Page<Subscription>> {
  const { plan_id, ...filters } = list.filters
  const query = { ...filters, plan_id: Number(plan_id) || 0, p: list.page, page_size: list.pageSize }
  return useQuery({
    queryKey: ['subscriptions', query],
    queryFn: () => send(calls.subscriptions.list, { query }),
    placeholderData: keepPreviousData,
  })
}

const ALL = ['plans', 'subscriptions', 'plan-shop', 'own-plans'] as const
export type PlanFields = InputOf<typeof calls.plans.create>['body']

// Forms show the errors of their own changes.
export const useSavePlan = () =>
  useChange(
    ({ id, body }: { id: number | undefined; body: PlanFields }) =>
      id === undefined ? send(calls.plans.create, { body }) : send(calls.plans.update, { params: { id }, body }),
    { of: ALL, quiet: true },
  )
export const useGivePlan = () =>
  useChange((body: InputOf<typeof calls.subscriptions.give>['body']) => send(calls.subscriptions.give, { body }), {
    of: ALL,
    quiet: true,
  })
export const useManageSubscription = () =>
  useChange(
    ({ id, ...body }: { id: number } & InputOf<typeof calls.subscriptions.manage>['body']) =>
      send(calls.subscriptions.manage, { params: { id }, body }),
    { of: ALL, quiet: true },
  )

export const useSwitchPlan = () =>
  useChange(
    ({ id, isOn }: { id: number; isOn: boolean }) =>
      send(calls.plans.update, { params: { id }, body: { enabled: isOn } }),
    { of: ALL },
  )
export const useDeletePlan = () => useChange((id: number) => send(calls.plans.remove, { params: { id } }), { of: ALL })
