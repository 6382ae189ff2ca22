import type { Db } from '../../platform/storage/db.ts'
import { NOW } from '../ledger/testing.ts'
import type { PlanRow } from '../plans/store.ts'
import { orderedTerms } from './ordered-plan.ts'
import { findOrder, insertOrder, type NamedOrder } from './store.ts'

/** Makes an order of a plan for tests, for 2.00 USD. */
export async function orderOfPlan(
  db: Db,
  userId: number,
  plan: PlanRow,
  { quota = plan.price, ...terms }: Parameters<typeof orderedTerms>[1] & { quota?: number } = { renews: false },
): Promise<NamedOrder> {
  const trade_no = crypto.randomUUID()
  await insertOrder(db, {
    ...{ user_id: userId, amount: quota, money_cents: 200, currency: 'usd', trade_no, create_time: NOW },
    ...{ payment_method: 'stripe', plan_id: plan.id, plan_terms: orderedTerms(plan, terms) },
  })
  const order = await findOrder(db, trade_no)
  if (!order) throw new Error('the order is not there')
  return order
}
