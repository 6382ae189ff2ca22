import type { Refund, RefundBatch } from '@tollgate/contract'
import type { Selectable } from 'kysely'
import type { Db } from '../../platform/storage/db.ts'
import type { RefundBatchesTable } from '../../platform/storage/schema.ts'

const SHOWN = ['id', 'log_id', 'quota', 'reason', 'actor_name', 'batch_id', 'created_at', 'undone_at'] as const

/** Returns the refunds of a log row, oldest first; if a user is given, only that user's. */
export function refundsOfRow(db: Db, logId: number, userId?: number): Promise<Refund[]> {
  let query = db.selectFrom('refunds').select(SHOWN).where('log_id', '=', logId)
  if (userId !== undefined) query = query.where('user_id', '=', userId)
  return query.orderBy('id').execute()
}

/** Returns how much of a call's charge was refunded. The caller must lock the chain of accounts. */
export async function refundedOf(db: Db, callId: string): Promise<number> {
  const { quota } = await db
    .selectFrom('refunds')
    .select(({ fn, val }) => fn.coalesce(fn.sum<number>('quota'), val(0)).as('quota'))
    .where('call_id', '=', callId)
    .where('undone_at', '=', 0)
    .executeTakeFirstOrThrow()
  return Number(quota)
}

type NewRefund = Omit<Refund, 'id' | 'undone_at'> & { call_id: string; user_id: number; token_id: number }

export const insertRefund = (db: Db, refund: NewRefund): Promise<Refund> =>
  db.insertInto('refunds').values(refund).returning(SHOWN).executeTakeFirstOrThrow()

/** Returns the refunds of a batch that were not undone, oldest first. */
export const standingRefunds = (db: Db, batchId: number, limit: number) =>
  db
    .selectFrom('refunds')
    .selectAll()
    .where('batch_id', '=', batchId)
    .where('undone_at', '=', 0)
    .orderBy('id')
    .limit(limit)
    .execute()

export async function markUndone(db: Db, id: number, now: number): Promise<void> {
  await db.updateTable('refunds').set({ undone_at: now }).where('id', '=', id).execute()
}

export type RefundBatchRow = Selectable<RefundBatchesTable>

export const toBatch = ({ filters, actor, after_time, after_id, ...batch }: RefundBatchRow): RefundBatch => batch

export const refundBatches = (db: Db) => ({
  rows: db.selectFrom('refund_batches').selectAll().orderBy('id', 'desc'),
  count: db.selectFrom('refund_batches').select(({ fn }) => fn.countAll<number>().as('total')),
})

export const findBatch = (db: Db, id: number): Promise<RefundBatchRow | undefined> =>
  db.selectFrom('refund_batches').selectAll().where('id', '=', id).executeTakeFirst()

/** Returns the oldest batch with work left. */
export const openBatch = (db: Db): Promise<RefundBatchRow | undefined> =>
  db
    .selectFrom('refund_batches')
    .selectAll()
    .where('state', 'in', ['running', 'undoing'])
    .orderBy('id')
    .executeTakeFirst()

export const insertBatch = (
  db: Db,
  batch: Pick<RefundBatchRow, 'filters' | 'reason' | 'actor' | 'actor_name' | 'state' | 'total' | 'created_at'>,
): Promise<RefundBatchRow> => db.insertInto('refund_batches').values(batch).returningAll().executeTakeFirstOrThrow()

/** Starts to undo a finished batch. Only one of several concurrent attempts gets the row. */
export const markUndoing = (db: Db, id: number, actor: string): Promise<RefundBatchRow | undefined> =>
  db
    .updateTable('refund_batches')
    .set({ state: 'undoing', finished_at: 0, actor })
    .where('id', '=', id)
    .where('state', '=', 'done')
    .returningAll()
    .executeTakeFirst()

export async function changeBatch(db: Db, id: number, change: Partial<RefundBatchRow>): Promise<void> {
  await db.updateTable('refund_batches').set(change).where('id', '=', id).execute()
}
