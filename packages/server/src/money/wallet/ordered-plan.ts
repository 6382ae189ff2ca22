import { allowancesOf, type PlanTerms } from '../plans/store.ts'
import type { OrderRow } from './store.ts'

/** A plan as it was ordered. */
interface OrderedPlan extends PlanTerms {
  renews: boolean
}

/** The terms of a plan as an order keeps them. */
export function orderedTerms(plan: PlanTerms, renews: boolean): string {
  const { id, name, price, period, models, groups, beyond, trial_days } = plan
  const terms = { id, name, price, period, models, groups, beyond, trial_days, ...allowancesOf(plan), renews }
  return JSON.stringify(terms satisfies OrderedPlan)
}

/** `orderedTerms` alone writes them. */
export const orderedPlan = ({ plan_terms }: OrderRow): OrderedPlan => JSON.parse(plan_terms)
