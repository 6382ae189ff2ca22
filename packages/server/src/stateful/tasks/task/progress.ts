import { LOG_TYPE } from '@tollgate/contract'
import { correctCharge, recallPayers } from '../../../money/ledger/index.ts'
import { taskFailureSentences } from '../../../platform/messages/index.ts'
import { quotaWriter } from '../../../platform/options/quota-words.ts'
import { type Db, inTransaction } from '../../../platform/storage/db.ts'
import { messageColumns } from '../../../records/logs/message.ts'
import { insertLog } from '../../../records/logs/store.ts'
import { chargeOf } from './charge-of.ts'
import { changeOpenRow } from './rows.ts'
import { dropTask } from './submitted.ts'
import {
  type RowOf,
  readTerms,
  type TaskChange,
  type TaskKind,
  type TaskProgress,
  type TaskState,
  type TaskTerms,
} from './task.ts'
import type { TaskDeps } from './task-deps.ts'
import { finishColumns, startOf } from './times.ts'

/** The row's names for states. */
const STATUS: Readonly<Record<TaskState, string>> = {
  queued: 'QUEUED',
  running: 'IN_PROGRESS',
  succeeded: 'SUCCESS',
  failed: 'FAILURE',
}

/** A single unreadable answer may be a proxy's error page, but not this many in a row. */
const MOST_MISREAD = 5

/**
 * Records an upstream's report about a task. If the task ends, it is charged or refunded in the same transaction, exactly
 * once even if others report it too.
 *
 * @returns whether it ended now
 */
export async function noteProgress<Kind extends TaskKind>(
  kind: Kind,
  row: RowOf[Kind],
  told: TaskProgress<Kind>,
  deps: TaskDeps,
): Promise<boolean> {
  if (told.state === 'failed') return failTask(kind, row, told.reason || taskFailureSentences.en.failed, deps, told)
  if (told.state === 'succeeded') return succeed(kind, row, told, deps)
  const { db, now } = deps
  const progress = Math.min(99, Math.max(percentOf(row), Math.floor(told.progress ?? 0)))
  const change = {
    ...(told.change as TaskChange<'tasks'> | undefined),
    status: told.status ?? STATUS[told.state],
    progress: `${progress}%`,
    misread: 0,
    updated_at: now(),
    ...((told.state === 'running' || told.startedAt !== undefined) && { start_time: startOf(kind, row, told, now()) }),
    ...(told.resultUrl && { result_url: told.resultUrl }),
  }
  await changeOpenRow(db, kind, row, change as TaskChange<Kind>)
  return false
}

/**
 * Ends a failed task and refunds its charge to user and token, and in the usage of user, channel and periods.
 *
 * @param reason shown to its owner
 * @returns whether it ended now
 */
export async function failTask<Kind extends TaskKind>(
  kind: Kind,
  row: RowOf[Kind],
  reason: string,
  deps: TaskDeps,
  told?: TaskProgress<Kind>,
): Promise<boolean> {
  // Its upstream never confirmed it.
  if (row.upstream_id === '') return dropTask(kind, row, { reason, ...(told?.change && { change: told.change }) }, deps)
  const { db, options, now } = deps
  const terms = readTerms(row)
  const ended = await inTransaction(db, async db => {
    const reference = `task-refund:${kind}:${row.id}`
    const { callId: requestId, periodIds = [] } = terms
    const change = {
      ...(told?.change as TaskChange<'tasks'> | undefined),
      is_open: 0,
      status: told?.status ?? STATUS.failed,
      progress: '100%',
      fail_reason: reason,
      refunded: row.quota,
      ...finishColumns(kind, row, told ?? {}, now()),
    }
    if (!(await changeOpenRow(db, kind, row, change as TaskChange<Kind>))) return false
    const corrected = await correctCharge(db, { reference, requestId, quota: 0, periodIds, now: now() })
    if (corrected && corrected.more < 0) {
      const values = { id: idOf(row), model: row.model, reason, amount: { quota: -corrected.more } }
      await insertNote(db, row, terms, messageColumns('task_refunded', values, quotaWriter(options)), now())
    }
    return true
  })
  if (ended) hasEnded(kind, row, deps)
  return ended
}

async function succeed<Kind extends TaskKind>(
  kind: Kind,
  row: RowOf[Kind],
  told: TaskProgress<Kind>,
  deps: TaskDeps,
): Promise<boolean> {
  const { db, ledger, options, now } = deps
  const terms = readTerms(row)
  const billed = billedBy(terms, told)
  const due = billed && chargeOf(idOf(row), terms, billed)
  const { callId: requestId, periodIds = [] } = terms
  if (due && due.quota > row.quota)
    await recallPayers(ledger, { userId: row.user_id, tokenId: row.token_id, periodIds })
  const ended = await inTransaction(db, async db => {
    const change = {
      ...(told.change as TaskChange<'tasks'> | undefined),
      is_open: 0,
      status: told.status ?? STATUS.succeeded,
      progress: '100%',
      start_time: startOf(kind, row, told, now()),
      ...finishColumns(kind, row, told, now()),
      ...(told.resultUrl && { result_url: told.resultUrl }),
      ...(due && { quota: due.quota, terms: JSON.stringify({ ...terms, ...billed }) }),
    }
    if (!(await changeOpenRow(db, kind, row, change as TaskChange<Kind>))) return false
    if (!due || due.quota === row.quota) return true
    const reference = `task-adjust:${kind}:${row.id}`
    const corrected = await correctCharge(db, { reference, requestId, quota: due.quota, periodIds, now: now() })
    if (corrected && corrected.more !== 0) {
      const code = corrected.more > 0 ? 'task_charged_more' : 'task_charged_less'
      const values = { id: idOf(row), model: row.model, amount: { quota: Math.abs(corrected.more) } }
      await insertNote(db, row, terms, messageColumns(code, values, quotaWriter(options), due.other), now())
    }
    return true
  })
  if (ended) hasEnded(kind, row, deps)
  return ended
}

/**
 * Records that an answer about a task was not understood, which ends the task only if it repeats. @returns whether the task
 * ended now
 */
export async function noteMisread<Kind extends TaskKind>(
  kind: Kind,
  row: RowOf[Kind],
  deps: TaskDeps,
): Promise<boolean> {
  const misread = row.misread + 1
  if (misread >= MOST_MISREAD) return failTask(kind, row, taskFailureSentences.en.not_understood, deps)
  await changeOpenRow(deps.db, kind, row, { misread } as unknown as TaskChange<Kind>)
  return false
}

/** Returns the vendor's bill if it differs from the advance charge; a price by task has no tokens. */
function billedBy(terms: TaskTerms, { usage }: TaskProgress<TaskKind>) {
  if (!usage) return null
  const { price } = terms
  const isByTokens = price.kind === 'tokens' || (price.kind === 'document' && terms.tokens !== undefined)
  const tokens = isByTokens ? checked(usage.tokens) : undefined
  // A price document's lines have their own factors.
  if (price.kind === 'document') return tokens === undefined ? null : { factors: terms.factors, tokens }
  const factors = usage.factors && Object.values(usage.factors).every(isFactor) ? { ...usage.factors } : terms.factors
  if (tokens === undefined && factors === terms.factors) return null
  return { factors, ...((tokens ?? terms.tokens) !== undefined && { tokens: tokens ?? terms.tokens ?? 0 }) }
}

/** A vendor's mistake must not empty a wallet: no video has this many. */
const MOST_TOKENS = 100_000_000
const checked = (tokens: number | undefined) =>
  tokens !== undefined && Number.isSafeInteger(tokens) && tokens >= 0 && tokens <= MOST_TOKENS ? tokens : undefined
const isFactor = (factor: number) => Number.isFinite(factor) && factor > 0 && factor <= 10_000

const percentOf = ({ progress }: { progress: string }): number => Number.parseInt(progress, 10) || 0
/** Returns its owner's id for it. */
export const idOf = (row: RowOf[TaskKind]): string => ('task_id' in row ? row.task_id : row.mj_id || String(row.id))

function insertNote(
  db: Db,
  row: RowOf[TaskKind],
  terms: TaskTerms,
  message: ReturnType<typeof messageColumns>,
  now: number,
): Promise<void> {
  const { username, tokenName, group, requestId, model } = terms
  return insertLog(db, {
    type: LOG_TYPE.system,
    created_at: now,
    user_id: row.user_id,
    username,
    model_name: model,
    group,
    token_id: row.token_id,
    token_name: tokenName,
    channel_id: row.channel_id,
    request_id: requestId,
    ...message,
  })
}

/** Refreshes this node's cached balances and reports the end. */
function hasEnded(kind: TaskKind, { id, user_id, token_id }: RowOf[TaskKind], deps: TaskDeps): void {
  deps.ledger.refresh('user', user_id)
  if (token_id !== 0) deps.ledger.refresh('token', token_id)
  deps.ended?.(kind, id)
}
