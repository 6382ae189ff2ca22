import { ROLE } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import { RANK } from '../../platform/http/rank.ts'
import { type Db, inTransaction } from '../../platform/storage/db.ts'
import { type Actor, recordAct } from '../../records/logs/acts/record-act.ts'
import type { MoneyContext } from '../context.ts'
import { findBatch, markUndoing, type RefundBatchRow } from './store.ts'

/**
 * Begins to charge the calls of a finished batch again.
 *
 * @throws ApiError if somebody of a higher role made it, or it has calls of users whose role is not lower
 */
export function beginUndo(context: Actor<MoneyContext>, id: number): Promise<RefundBatchRow> {
  const { app, caller, clientIp } = context
  return inTransaction(app.db, async db => {
    const made = await findBatch(db, id)
    if (!made) throw consoleError('refund_batch_not_found')
    const maker = JSON.parse(made.actor) as { role: number }
    if (caller.role < maker.role) throw consoleError('refund_batch_of_superior')
    if (caller.role < ROLE.root && (await isOfRank(db, id, caller.role))) throw consoleError('refund_of_higher_rank')
    const { username, role } = caller
    const undoneBy = { id: caller.id, username, role, clientIp }
    const batch = await markUndoing(db, id, JSON.stringify({ ...maker, undoneBy }))
    if (!batch) throw consoleError('refund_batch_not_done')
    await recordAct(context, 'refunds_undone', { count: batch.calls, reason: batch.reason }, { db })
    return batch
  })
}

/** Whether a refund of the batch that still stands is of a user with this role or a higher one. */
async function isOfRank(db: Db, batchId: number, role: number): Promise<boolean> {
  const found = await db
    .selectFrom('refunds')
    .innerJoin('users', 'users.id', 'refunds.user_id')
    .select('refunds.id')
    .where('batch_id', '=', batchId)
    .where('undone_at', '=', 0)
    .where(RANK, '>=', role)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
