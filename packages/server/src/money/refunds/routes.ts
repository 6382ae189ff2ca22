import { type CheckedInputOf, calls, LOG_TYPE, type RefundPreview } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import { inTransaction } from '../../platform/storage/db.ts'
import { readPage } from '../../platform/storage/page.ts'
import { type Actor, recordAct } from '../../records/logs/acts/record-act.ts'
import type { LogFilters } from '../../records/logs/filters.ts'
import { inScope } from '../../records/logs/scope.ts'
import { logById, logsPassing } from '../../records/logs/store.ts'
import { type MoneyContext, serve } from '../context.ts'
import { beginUndo } from './begin-undo.ts'
import { refundRow } from './refund-row.ts'
import { insertBatch, refundBatches, refundsOfRow, toBatch } from './store.ts'

export const refundEndpoints = [
  serve(calls.refunds.list, ({ query }, { app }) => refundsOfRow(app.db, query.log_id)),

  serve(calls.refunds.listSelf, async ({ query: { log_id, team_id } }, { app, caller }) => {
    const scope = await inScope(app.db, caller, { team_id, member_id: 0, project_id: 0 })
    return (await logById(app.db, log_id, scope)) ? refundsOfRow(app.db, log_id, scope.userId) : []
  }),

  serve(calls.refunds.create, async ({ body: { log_id, quota, reason } }, { app, caller, clientIp }) => {
    const row = await logById(app.db, log_id)
    if (!row) throw consoleError('receipt_not_found')
    const { id, username, role } = caller
    const by = { id, username, role, clientIp }
    const refund = await inTransaction(app.db, db => refundRow(db, row, { quota, reason, batchId: 0 }, by, app))
    app.ledger.refresh('user', row.user_id)
    if (row.token_id !== 0) app.ledger.refresh('token', row.token_id)
    return refund
  }),

  serve(calls.refunds.preview, ({ body }, { app }) => preview(app, body)),

  serve(calls.refunds.createBatch, async ({ body: { reason, ...filters } }, context) =>
    beginBatch(context, filters, reason, context.caller.role),
  ),

  serve(calls.refunds.listBatches, ({ query }, { app }) => {
    const { rows, count } = refundBatches(app.db)
    return readPage(rows, count, query, toBatch)
  }),

  serve(calls.refunds.undoBatch, async ({ params: { id } }, context) => {
    const undone = await beginUndo(context, id)
    await context.app.jobs.runNow('refunds')
    return toBatch(undone)
  }),
]

type Filters = CheckedInputOf<typeof calls.refunds.preview>['body']

/** Sums the log by the list's filters. */
async function preview({ reports }: MoneyContext, filters: Filters): Promise<RefundPreview> {
  const passing = logsPassing(reports, callsOf(filters))
  const charged = await passing
    .select(({ fn, val }) => [
      fn.countAll<number>().as('calls'),
      fn.count<number>('logs.user_id').distinct().as('users'),
      fn.coalesce(fn.sum<number>('logs.quota'), val(0)).as('quota'),
    ])
    .executeTakeFirstOrThrow()
  const { given } = await passing
    .innerJoin('refunds', 'refunds.log_id', 'logs.id')
    .where('refunds.undone_at', '=', 0)
    .select(({ fn, val }) => fn.coalesce(fn.sum<number>('refunds.quota'), val(0)).as('given'))
    .executeTakeFirstOrThrow()
  const [calls, users, quota] = [charged.calls, charged.users, charged.quota].map(Number)
  return { calls: calls ?? 0, users: users ?? 0, quota: Math.max(0, (quota ?? 0) - Number(given)) }
}

async function beginBatch(context: Actor<MoneyContext>, filters: Filters, reason: string, role: number) {
  const { app, caller, clientIp } = context
  const { calls: total } = await preview(app, filters)
  if (total === 0) throw consoleError('refund_nothing_matches')
  // Later calls are not included.
  const until = Math.min(filters.end_timestamp, app.now())
  const batch = await inTransaction(app.db, async db => {
    await recordAct(context, 'calls_refunded', { count: total, reason }, { db })
    return insertBatch(db, {
      filters: JSON.stringify({ ...filters, end_timestamp: until }),
      reason,
      actor: JSON.stringify({ id: caller.id, role, clientIp }),
      actor_name: caller.username,
      state: 'running',
      total,
      created_at: app.now(),
    })
  })
  await app.jobs.runNow('refunds')
  return toBatch(batch)
}

const callsOf = (filters: Filters): LogFilters => ({ ...filters, type: LOG_TYPE.consume })
