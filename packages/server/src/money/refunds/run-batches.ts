import { LOG_TYPE } from '@tollgate/contract'
import { ApiError } from '../../platform/http/api-error.ts'
import { inTransaction } from '../../platform/storage/db.ts'
import { recordAct } from '../../records/logs/acts/record-act.ts'
import type { LogFilters } from '../../records/logs/filters.ts'
import { type FoundLog, logsAfter } from '../../records/logs/store.ts'
import { changeCharge, findCharge, periodsOfCall, recallPayers } from '../ledger/index.ts'
import { type RefundContext, type Refunder, ROW_REFUSALS, refundRow } from './refund-row.ts'
import { changeBatch, markUndone, openBatch, type RefundBatchRow, standingRefunds } from './store.ts'

/** Few, so that transactions are short and calls can settle in between. */
const AT_ONCE = 20

/**
 * Continues open batches, a few calls at a time. Each step stores its position in the same transaction, so that the next run
 * continues an interrupted one.
 *
 * @returns the number of calls handled
 */
export async function runRefunds(app: RefundContext, signal: AbortSignal): Promise<number> {
  let handled = 0
  for (;;) {
    signal.throwIfAborted()
    const batch = await openBatch(app.db)
    if (!batch) return handled
    handled += await (batch.state === 'running' ? refundSome : undoSome)(batch, app)
  }
}

async function refundSome(batch: RefundBatchRow, app: RefundContext): Promise<number> {
  const { id, reason } = batch
  const filters = { ...(JSON.parse(batch.filters) as LogFilters), type: LOG_TYPE.consume }
  const after = batch.after_id > 0 ? { created_at: batch.after_time, id: batch.after_id } : undefined
  const by = refunderOf(batch)
  const rows = await inTransaction(app.db, async db => {
    const rows = await logsAfter(db, filters, after).limit(AT_ONCE).execute()
    let { calls, quota } = batch
    for (const row of rows) {
      const given = await refundUnlessRefused(() => refundRow(db, row, { reason, batchId: id }, by, app))
      if (!given) continue
      calls += 1
      quota += given.quota
    }
    const last = rows.at(-1)
    await changeBatch(db, id, {
      handled: batch.handled + rows.length,
      calls,
      quota,
      ...(last && { after_time: last.created_at, after_id: last.id }),
      ...(rows.length < AT_ONCE && { state: 'done', finished_at: app.now() }),
    })
    return rows
  })
  refresh(app, rows)
  return rows.length
}

async function refundUnlessRefused<Given>(refund: () => Promise<Given>): Promise<Given | null> {
  try {
    return await refund()
  } catch (error) {
    if (error instanceof ApiError && ROW_REFUSALS.has(error.code)) return null
    throw error
  }
}

async function undoSome(batch: RefundBatchRow, app: RefundContext): Promise<number> {
  const { ledger, now } = app
  const payers = await standingRefunds(app.db, batch.id, AT_ONCE)
  for (const { user_id: userId, token_id: tokenId } of payers) await recallPayers(ledger, { userId, tokenId })
  const refunds = await inTransaction(app.db, async db => {
    const refunds = await standingRefunds(db, batch.id, AT_ONCE)
    let { calls, quota } = batch
    for (const refund of refunds) {
      await chargeAgain(db, refund, batch, app)
      calls -= 1
      quota -= refund.quota
    }
    const isLast = refunds.length < AT_ONCE
    await changeBatch(db, batch.id, { calls, quota, ...(isLast && { state: 'undone', finished_at: now() }) })
    return refunds
  })
  refresh(app, refunds)
  return refunds.length
}

async function chargeAgain(
  db: RefundContext['db'],
  refund: Awaited<ReturnType<typeof standingRefunds>>[number],
  batch: RefundBatchRow,
  app: RefundContext,
): Promise<void> {
  const { id, call_id: requestId, quota: more, user_id } = refund
  const now = app.now()
  const charge = await findCharge(db, requestId)
  const periodIds = charge ? await periodsOfCall(db, charge, charge.chargedAt) : []
  await changeCharge(db, { reference: `refund-undone:${id}`, requestId, more, periodIds, now })
  await markUndone(db, id, now)
  const row = await db
    .selectFrom('logs')
    .select(['username', 'request_id', 'model_name'])
    .where('id', '=', refund.log_id)
    .executeTakeFirst()
  const { clientIp, ...caller } = undoerOf(batch)
  const values = {
    amount: { quota: more },
    quota: more,
    call: row?.request_id || requestId,
    model: row?.model_name ?? '',
    reason: batch.reason,
  }
  const owner = { id: user_id, username: row?.username ?? '' }
  await recordAct({ app, caller, clientIp }, 'call_charged_again', values, { db, owner })
}

function refunderOf({ actor, actor_name }: RefundBatchRow): Refunder {
  return { ...(JSON.parse(actor) as Omit<Refunder, 'username'>), username: actor_name }
}

/** Batches that an earlier version began to take back do not say by whom. */
const undoerOf = (batch: RefundBatchRow): Refunder =>
  (JSON.parse(batch.actor) as { undoneBy?: Refunder }).undoneBy ?? refunderOf(batch)

/** Refreshes cached balances. */
function refresh({ ledger }: RefundContext, rows: readonly Pick<FoundLog, 'user_id' | 'token_id'>[]): void {
  for (const id of new Set(rows.map(row => row.user_id))) ledger.refresh('user', id)
  for (const id of new Set(rows.map(row => row.token_id))) if (id !== 0) ledger.refresh('token', id)
}
