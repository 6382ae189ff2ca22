import { allowancesOf, keptTerms, type PlanTerms } from '../plans/store.ts'
import type { OrderedUpgrade } from '../plans/upgrade.ts'
import type { OrderRow } from './store.ts'

/** A plan as it was ordered. */
interface OrderedPlan extends PlanTerms {
  renews: boolean
  /** The team that it is for; null: the buyer. */
  team: { id: number; name: string } | null
  /** What it takes the place of; null: nothing. */
  upgrade: OrderedUpgrade | null
}

/** The terms of a plan as an order keeps them. */
export function orderedTerms(
  plan: PlanTerms,
  { renews, team = null, upgrade = null }: Partial<Pick<OrderedPlan, 'team' | 'upgrade'>> & { renews: boolean },
): string {
  const { id, name, price, period, trial_days } = plan
  const terms = {
    id,
    name,
    price,
    period,
    trial_days,
    ...keptTerms(plan),
    ...allowancesOf(plan),
    renews,
    team,
    upgrade,
  }
  return JSON.stringify(terms satisfies OrderedPlan)
}

/** `orderedTerms` alone writes them; its earlier versions knew neither seats, teams, units nor upgrades. */
export const orderedPlan = ({ plan_terms }: OrderRow): OrderedPlan => ({
  ...{ seats: null, team: null, upgrade: null, unit: 'quota', weights: '' },
  ...JSON.parse(plan_terms),
})

/** Whose plan an order begins. */
export const ownerOfOrdered = (order: OrderRow): number => orderedPlan(order).team?.id ?? order.user_id
