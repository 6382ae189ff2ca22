import type { CheckedInputOf, calls } from '@tollgate/contract'
import type { AppContext } from '../app-context.ts'
import { consoleError } from '../http/console-error.ts'
import { findRedemption, type RedemptionRow, updateUnused } from './store.ts'

/** Changes the given fields of an unused code. Absent fields stay as they are. */
export async function changeRedemption(
  { db }: AppContext,
  { id, ...given }: CheckedInputOf<typeof calls.redemptions.update>['body'],
): Promise<RedemptionRow> {
  if (given.name === '') throw consoleError('redemption_name_required', {}, 'name')
  const isChanged = Object.values(given).some(value => value !== undefined)
  const row = isChanged ? await updateUnused(db, id, given) : await findRedemption(db, id)
  if (row) return row
  throw consoleError((await findRedemption(db, id)) ? 'redemption_used_is_final' : 'redemption_not_found')
}
