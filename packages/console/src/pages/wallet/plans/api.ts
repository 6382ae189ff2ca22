import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { calls, type InputOf, type Offer, type Subscription, type UpgradeQuote } from '@tollgate/contract'
import { send } from '../../../lib/call.ts'
import { useChange } from '../../../lib/use-change.ts'

/** Balance, shop and plans change together. */
const ALL = ['self', 'own-plans', 'plan-shop', 'teams'] as const

/** Each takes the id of the team whose plans are meant; absent: the user's own. */
type TeamId = number | undefined

export const useOffers = (): UseQueryResult<Offer[]> =>
  useQuery({ queryKey: ['plan-shop'], queryFn: () => send(calls.subscriptions.shop) })

export const useOwnPlans = (): UseQueryResult<Subscription[]> =>
  useQuery({ queryKey: ['own-plans'], queryFn: () => send(calls.subscriptions.own) })

export const useBuyPlan = (team: TeamId) =>
  useChange(
    async (body: InputOf<typeof calls.subscriptions.buy>['body']): Promise<Subscription> =>
      team ? send(calls.teamPlans.buy, { params: { id: team }, body }) : send(calls.subscriptions.buy, { body }),
    { of: ALL },
  )

/** Orders a plan. Resolves to where the browser goes to pay, and the form that it posts there, if any. */
export const useOrderPlan = (team: TeamId) =>
  useChange(
    (body: InputOf<typeof calls.subscriptions.order>['body']) =>
      team ? send(calls.teamPlans.order, { params: { id: team }, body }) : send(calls.subscriptions.order, { body }),
    { of: 'orders' },
  )

export const useChangePlan = (team: TeamId) =>
  useChange(
    async ({
      id,
      ...body
    }: { id: number } & InputOf<typeof calls.subscriptions.change>['body']): Promise<Subscription> =>
      team
        ? send(calls.teamPlans.change, { params: { id: team, subscription_id: id }, body })
        : send(calls.subscriptions.change, { params: { id }, body }),
    { of: ALL },
  )

/** What moving to another plan costs now. */
export const useUpgradeQuote = (team: TeamId, id: number, plan_id: number): UseQueryResult<UpgradeQuote> =>
  useQuery({
    queryKey: ['plan-upgrade', id, plan_id],
    queryFn: () =>
      team
        ? send(calls.teamPlans.upgradeQuote, { params: { id: team, subscription_id: id }, query: { plan_id } })
        : send(calls.subscriptions.upgradeQuote, { params: { id }, query: { plan_id } }),
    enabled: plan_id > 0,
    // A quote is for this look.
    gcTime: 0,
  })

export const useUpgradePlan = (team: TeamId) =>
  useChange(
    async ({
      id,
      ...body
    }: { id: number } & InputOf<typeof calls.subscriptions.upgrade>['body']): Promise<Subscription> =>
      team
        ? send(calls.teamPlans.upgrade, { params: { id: team, subscription_id: id }, body })
        : send(calls.subscriptions.upgrade, { params: { id }, body }),
    { of: ALL, quiet: true },
  )

export const useEndPlan = (team: TeamId) =>
  useChange(
    (id: number) =>
      team
        ? send(calls.teamPlans.end, { params: { id: team, subscription_id: id } })
        : send(calls.subscriptions.end, { params: { id } }),
    { of: ALL },
  )
