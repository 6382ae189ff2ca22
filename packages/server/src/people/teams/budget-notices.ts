import { periodEnd, periodStartDay, QUOTA_PERIODS, type QuotaPeriod } from '@tollgate/contract'
import { withPeriodUse } from '../../money/ledger/index.ts'
import { inWords } from '../../platform/options/quota-words.ts'
import type { PeopleContext } from '../context.ts'
import { type BudgetRow, budgetsAfter } from './store.ts'

/** Percentages of a budget at which the team is told, the highest first. */
const MARKS = [100, 80] as const
const DAY_SECONDS = 86_400
const SEATS_AT_ONCE = 500

type Services = Pick<PeopleContext, 'db' | 'options' | 'notifications' | 'now'>

/**
 * Tells those who manage a team of budgets of members and projects that have reached a mark, once in each period.
 * Returns how many have reached one.
 */
export async function tellOfBudgets(app: Services, signal?: AbortSignal): Promise<number> {
  let told = 0
  for (let last = 0; !signal?.aborted; ) {
    const budgets = await budgetsAfter(app.db, last, SEATS_AT_ONCE)
    for (const budget of await withPeriodUse(app.db, 'token', budgets, app.now())) if (await tellOf(app, budget)) told++
    if (budgets.length < SEATS_AT_ONCE) break
    last = budgets.at(-1)?.id ?? 0
  }
  return told
}

async function tellOf(
  { options, notifications, now }: Services,
  {
    id,
    team_id,
    team,
    member,
    project,
    quota_period,
    period_quota,
    period_used = 0,
  }: BudgetRow & { period_used?: number },
): Promise<boolean> {
  const period: QuotaPeriod = QUOTA_PERIODS.find(one => one === quota_period) ?? 'day'
  const mark = MARKS.find(percent => period_used * 100 >= period_quota * percent)
  if (mark === undefined) return false
  const renews = `${new Date(periodEnd(period, now()) * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  await notifications.tellTeam(team_id, {
    kind: `team_budget_${id}_${mark}`,
    // Since the period began.
    quietSeconds: now() - periodStartDay(period, now()) * DAY_SECONDS + 1,
    text: project === null ? 'memberBudget' : 'projectBudget',
    values: () => [project ?? member ?? '', String(mark), inWords(period_quota, options), team, renews],
  })
  return true
}
