import { allowancesOf, keptTerms, type PlanTerms } from '../plans/store.ts'
import type { OrderRow } from './store.ts'

/** A plan as it was ordered. */
interface OrderedPlan extends PlanTerms {
  renews: boolean
  /** The team that it is for; null: the buyer. */
  team: { id: number; name: string } | null
}

/** The terms of a plan as an order keeps them. */
export function orderedTerms(plan: PlanTerms, renews: boolean, team: OrderedPlan['team'] = null): string {
  const { id, name, price, period, trial_days } = plan
  const terms = { id, name, price, period, trial_days, ...keptTerms(plan), ...allowancesOf(plan), renews, team }
  return JSON.stringify(terms satisfies OrderedPlan)
}

/** `orderedTerms` alone writes them; its earlier versions knew neither seats, teams nor units. */
export const orderedPlan = ({ plan_terms }: OrderRow): OrderedPlan => ({
  ...{ seats: null, team: null, unit: 'quota', weights: '' },
  ...JSON.parse(plan_terms),
})

/** Whose plan an order begins. */
export const ownerOfOrdered = (order: OrderRow): number => orderedPlan(order).team?.id ?? order.user_id
