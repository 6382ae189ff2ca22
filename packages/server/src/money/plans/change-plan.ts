import { type CheckedInputOf, type calls, PLAN_WINDOWS, type Plan } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import { inTransaction } from '../../platform/storage/db.ts'
import { describeChanges } from '../../records/logs/acts/describe-changes.ts'
import { type Actor, recordAct } from '../../records/logs/acts/record-act.ts'
import type { MoneyContext } from '../context.ts'
import { allowancesOf, findPlan, insertPlan, type PlanRow, updatePlan } from './store.ts'

export const toPlan = ({ deleted_at, enabled, for_new_users, ...row }: PlanRow, running: number): Plan => ({
  ...row,
  ...allowancesOf(row),
  ...{ enabled: enabled === 1, for_new_users: for_new_users === 1, running },
})

export async function createPlan(
  actor: Actor<MoneyContext>,
  fields: CheckedInputOf<typeof calls.plans.create>['body'],
): Promise<PlanRow> {
  const { db, now } = actor.app
  const row = { ...fields, enabled: Number(fields.enabled), for_new_users: Number(fields.for_new_users) }
  checkWindows(row)
  return inTransaction(db, async db => {
    const made = await insertPlan(db, { ...row, created_at: now() })
    await recordAct(actor, 'plan_made', { name: made.name, id: made.id }, { db })
    return made
  })
}

const TOLD = {
  name: 'value',
  price: 'quota',
  period: 'value',
  beyond: 'value',
  seats: 'value',
  stock: 'value',
  trial_days: 'value',
  models: 'value',
  groups: 'value',
  unit: 'value',
  weights: 'value',
  enabled: 'value',
  for_new_users: 'value',
  position: 'value',
  description: 'value',
} as const satisfies Parameters<typeof describeChanges<PlanRow>>[2]

/** Thousandths of a call are told as they are stored. */
const tellsOf = ({ unit }: PlanRow) => {
  const window = unit === 'calls' ? 'value' : 'quota'
  return { ...TOLD, five_hours: window, day: window, week: window, month: window, total: window } as const
}

/** Changes the given fields. Running subscriptions keep the terms they were bought under. */
export async function changePlan(
  actor: Actor<MoneyContext>,
  id: number,
  { enabled, for_new_users, ...given }: CheckedInputOf<typeof calls.plans.update>['body'],
): Promise<PlanRow> {
  return inTransaction(actor.app.db, async db => {
    const before = await findPlan(db, id)
    if (!before) throw consoleError('plan_not_found')
    const change = {
      ...given,
      ...(enabled !== undefined && { enabled: Number(enabled) }),
      ...(for_new_users !== undefined && { for_new_users: Number(for_new_users) }),
    }
    if (Object.keys(change).length === 0) return before
    const after = await updatePlan(db, id, change)
    if (!after) throw consoleError('plan_not_found')
    checkWindows(after)
    const changes = describeChanges(before, after, tellsOf(after))
    if (changes.length > 0)
      await recordAct(actor, 'plan_changed', { id, name: after.name, changes: { changes } }, { db })
    return after
  })
}

export function deletePlan(actor: Actor<MoneyContext>, id: number): Promise<null> {
  const { db, now } = actor.app
  return inTransaction(db, async db => {
    const row = await updatePlan(db, id, { deleted_at: now() })
    if (!row) throw consoleError('plan_not_found')
    // The balance asks at each renewal; a card is charged unless it is told.
    await db
      .updateTable('subscriptions')
      .set({ renews: 0, card_checked_at: 0 })
      .where('plan_id', '=', id)
      .where('card_ref', '<>', '')
      .execute()
    await recordAct(actor, 'plan_deleted', { id, name: row.name }, { db })
    return null
  })
}

/** Requires a window, because a plan without one would allow anything. */
function checkWindows(row: Partial<Pick<PlanRow, (typeof PLAN_WINDOWS)[number]>>): void {
  if (PLAN_WINDOWS.every(window => row[window] == null)) throw consoleError('plan_without_window', {}, 'total')
}
