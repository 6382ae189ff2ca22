import { type ErrorCode, LOG_TYPE, type LogOther, type Refund } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import { checkRank } from '../../platform/http/rank.ts'
import type { Db } from '../../platform/storage/db.ts'
import { recordAct } from '../../records/logs/acts/record-act.ts'
import type { FoundLog } from '../../records/logs/store.ts'
import type { MoneyContext } from '../context.ts'
import { changeCharge, findCharge, lockAccountsChain, periodsOfCall } from '../ledger/index.ts'
import { insertRefund, refundedOf } from './store.ts'

export type RefundContext = Pick<MoneyContext, 'db' | 'now' | 'options' | 'ledger'>

/** Who refunds; `role` limits whose calls. */
export interface Refunder {
  id: number
  username: string
  role: number
  clientIp: string
}

interface Wanted {
  /** The amount; absent: all that is left of the charge. */
  quota?: number | undefined
  reason: string
  /** 0: none. */
  batchId: number
}

/**
 * Refunds a part of a call's charge, with a ledger entry and a row in its user's log. `db` is a transaction.
 *
 * @throws ApiError if the row is not a charged call, its user's role is not lower, or less is left of the charge
 */
export async function refundRow(
  db: Db,
  row: FoundLog,
  { quota, reason, batchId }: Wanted,
  by: Refunder,
  app: RefundContext,
): Promise<Refund> {
  const callId = callIdOf(row)
  const now = app.now()
  await lockAccountsChain(db)
  const charge = await findCharge(db, callId)
  // A client's own request id may belong to another call.
  if (!charge || charge.userId !== row.user_id || charge.paid !== row.quota) throw consoleError('refund_unknown_charge')
  await checkRank(db, by, row.user_id, 'refund_of_higher_rank')
  const left = charge.cost - (await refundedOf(db, callId))
  if (left <= 0) throw consoleError('refund_nothing_left')
  const amount = quota ?? left
  if (amount > left) throw consoleError('refund_too_large', { max: left }, 'quota')

  const { id: log_id, user_id, token_id, username, model_name: model } = row
  const given = { log_id, quota: amount, reason, actor_name: by.username, batch_id: batchId, created_at: now }
  const refund = await insertRefund(db, { ...given, call_id: callId, user_id, token_id })
  const periodIds = await periodsOfCall(db, charge, charge.chargedAt, amount)
  await changeCharge(db, { reference: `refund:${refund.id}`, requestId: callId, more: -amount, periodIds, now })
  const values = { amount: { quota: amount }, quota: amount, call: row.request_id || callId, model, reason }
  const owner = { id: user_id, username }
  await recordAct({ app, caller: by, clientIp: by.clientIp }, 'call_refunded', values, { db, owner })
  return refund
}

/** Returns the call's id in the ledger. */
function callIdOf({ type, request_id, other }: FoundLog): string {
  if (type !== LOG_TYPE.consume) throw consoleError('refund_not_a_call')
  const { task, call_id } = readOther(other)
  if (task) throw consoleError('refund_of_task')
  return call_id ?? request_id
}

/** Parses `other`, which may contain anything in imported rows. */
function readOther(text: string): Pick<LogOther, 'task' | 'call_id'> {
  try {
    return (JSON.parse(text || '{}') as LogOther | null) ?? {}
  } catch {
    return {}
  }
}

/** Errors that skip a row of a batch without stopping the batch. */
export const ROW_REFUSALS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'refund_not_a_call',
  'refund_of_task',
  'refund_unknown_charge',
  'refund_nothing_left',
  'refund_of_higher_rank',
])
