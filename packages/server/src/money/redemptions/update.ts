import type { CheckedInputOf, calls } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import { inTransaction } from '../../platform/storage/db.ts'
import { describeChanges } from '../../records/logs/acts/describe-changes.ts'
import { type Actor, recordAct } from '../../records/logs/acts/record-act.ts'
import { findRedemption, type RedemptionRow, updateUnused } from './store.ts'

/** Changes the given fields of an unused code. Other fields stay unchanged. */
export async function changeRedemption(
  actor: Actor,
  { id, ...given }: CheckedInputOf<typeof calls.redemptions.update>['body'],
): Promise<RedemptionRow> {
  const { db } = actor.app
  if (given.name === '') throw consoleError('redemption_name_required', {}, 'name')
  const isChanged = Object.values(given).some(value => value !== undefined)
  const row = isChanged ? await changeAndRecord(actor, id, given) : await findRedemption(db, id)
  if (row) return row
  throw consoleError((await findRedemption(db, id)) ? 'redemption_used_is_final' : 'redemption_not_found')
}

const TOLD = {
  name: 'value',
  status: { 1: 'unused', 2: 'disabled', 3: 'used' },
  quota: 'quota',
} as const

/** Returns undefined if no unused code has this id. */
function changeAndRecord(
  actor: Actor,
  id: number,
  given: Parameters<typeof updateUnused>[2],
): Promise<RedemptionRow | undefined> {
  return inTransaction(actor.app.db, async db => {
    const before = await findRedemption(db, id)
    const after = await updateUnused(db, id, given)
    const changes = before && after ? describeChanges(before, after, TOLD) : []
    if (after && changes.length > 0)
      await recordAct(actor, 'redemption_changed', { id, name: after.name, changes: { changes } }, { db })
    return after
  })
}
