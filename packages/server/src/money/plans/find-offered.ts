import { consoleError } from '../../platform/http/console-error.ts'
import type { Db } from '../../platform/storage/db.ts'
import { findPlan, type PlanRow } from './store.ts'

/**
 * Returns a plan that can be bought, sold out or not. Teams buy no free ones, since anybody makes as many teams as they like.
 *
 * @throws ApiError
 */
export async function findOffered(db: Db, id: number, renews: boolean, isForTeam = false): Promise<PlanRow> {
  const plan = await findPlan(db, id)
  if (!plan) throw consoleError('plan_not_found')
  if (plan.enabled === 0) throw consoleError('plan_not_for_sale', { plan: plan.name })
  if (renews && plan.period === 'once') throw consoleError('subscription_not_renewable')
  if (isForTeam && plan.price === 0) throw consoleError('plan_free_for_teams', { plan: plan.name })
  return plan
}
