import type { ChangeEvents } from '../../platform/cluster/change-events.ts'
import type { Options } from '../../platform/options/index.ts'
import type { Db } from '../../platform/storage/db.ts'
import { insertPlan, type PlanRow, subscriptionsOf } from './store.ts'

/** Makes a plan for tests, with allowances for five hours, a day and in total unless set otherwise. */
export const testPlan = (db: Db, more: Partial<Parameters<typeof insertPlan>[1]> = {}): Promise<PlanRow> =>
  insertPlan(db, {
    ...{ name: 'Plan', price: 200, period: 'month', beyond: 'wallet', enabled: 1 },
    ...{ five_hours: 250, day: 400, total: 900 },
    ...more,
  })

/** The dependencies of renewals besides a database and a ledger. */
export const termsOf = (now: number) => ({
  options: { get: () => 500_000 } as unknown as Options,
  changeEvents: { emit: async () => undefined, on: () => undefined } satisfies ChangeEvents,
  now: () => now,
})

export const subscriptionsIn = async (db: Db, userId: number) =>
  (await subscriptionsOf(db, userId)).filter(({ status }) => status === 'active')
