import { type HeldDurably, settleDurably } from '../../../money/ledger/index.ts'
import { inTransaction } from '../../../platform/storage/db.ts'
import type { NewLogRow } from '../../../platform/storage/schema.ts'
import { changeOpenRow } from './rows.ts'
import { type RowOf, readTerms, type TaskChange, type TaskKind } from './task.ts'
import type { TaskDeps } from './task-deps.ts'
import { finishColumns } from './times.ts'

/** How an upstream accepted a task. */
export interface Taken<Kind extends TaskKind> {
  upstreamId: string
  /** The log row of the call; its `quota` is what is charged. */
  log: NewLogRow
  /** How long from now the upstream may take. */
  seconds: number
  /** Seconds until it is first polled. */
  pollSeconds: number
  /** Absent: SUBMITTED. */
  status?: string
  change?: TaskChange<Kind>
}

/**
 * Records that the upstream accepted a task: charges the hold and updates the row in one transaction.
 *
 * @returns the updated row; null: this took so long that the task was given up
 */
export function takeTask<Kind extends TaskKind>(
  kind: Kind,
  row: RowOf[Kind],
  { upstreamId, log, seconds, pollSeconds, status = 'SUBMITTED', change }: Taken<Kind>,
  { db, options, now }: TaskDeps,
): Promise<RowOf[Kind] | null> {
  return inTransaction(db, async db => {
    const { callId } = readTerms(row)
    const quota = log.quota ?? 0
    const taken = {
      ...(change as TaskChange<'tasks'> | undefined),
      upstream_id: upstreamId,
      status,
      quota,
      held: 0,
      held_of_token: 0,
      poll_at: now() + pollSeconds,
      deadline: now() + seconds,
      updated_at: now(),
    }
    if (!(await changeOpenRow(db, kind, row, taken as TaskChange<Kind>))) return null
    const charges = [{ requestId: callId, quota, log }]
    const settings = { keepsLogs: options.get('LogConsumeEnabled'), keepsFigures: options.get('DataExportEnabled') }
    await settleDurably(
      db,
      heldFor(row),
      { charges, notes: [], channelId: row.channel_id },
      { ...settings, now: now() },
    )
    return { ...row, ...taken }
  })
}

/**
 * Records that the upstream did not accept a task: refunds the hold and marks the row as failed. Does nothing if the task has
 * already ended.
 *
 * @returns whether it ended now
 */
export function dropTask<Kind extends TaskKind>(
  kind: Kind,
  row: RowOf[Kind],
  { reason, change }: { reason: string; change?: TaskChange<Kind> },
  { db, options, now }: TaskDeps,
): Promise<boolean> {
  return inTransaction(db, async db => {
    const dropped = {
      ...(change as TaskChange<'tasks'> | undefined),
      is_open: 0,
      status: 'FAILURE',
      progress: '100%',
      fail_reason: reason,
      held: 0,
      held_of_token: 0,
      ...finishColumns(kind, row, {}, now()),
    }
    if (!(await changeOpenRow(db, kind, row, dropped as TaskChange<Kind>))) return false
    const settings = { keepsLogs: options.get('LogConsumeEnabled'), keepsFigures: options.get('DataExportEnabled') }
    const nothing = { charges: [], notes: [], channelId: row.channel_id }
    await settleDurably(db, heldFor(row), nothing, { ...settings, now: now() })
    return true
  })
}

function heldFor(row: RowOf[TaskKind]): HeldDurably {
  const { callId, periodIds = [] } = readTerms(row)
  const { user_id: userId, token_id: tokenId, held: amount, held_of_token: ofToken } = row
  return { id: callId, userId, tokenId, amount, ofToken, periodIds }
}
