import { holdDurably, type Insufficient, recallPayers } from '../../../money/ledger/index.ts'
import { inTransaction } from '../../../platform/storage/db.ts'
import { insertRow, type NewRowOf } from './rows.ts'
import type { RowOf, TaskKind, TaskTerms } from './task.ts'
import type { TaskDeps } from './task-deps.ts'

/** A task that is about to be submitted. */
export interface NewTask<Kind extends TaskKind> {
  kind: Kind
  userId: number
  /** 0: none. */
  tokenId: number
  terms: TaskTerms
  /** Its cost once its upstream accepts it. */
  quota: number
  /** How long the upstream has to accept it. */
  submitSeconds: number
  /** The columns besides the task machine's. */
  columns: Omit<
    NewRowOf[Kind],
    | 'user_id'
    | 'token_id'
    | 'terms'
    | 'held'
    | 'held_of_token'
    | 'is_open'
    | 'deadline'
    | 'model'
    | 'group'
    | 'request_id'
  >
}

/** Calls may lease recalled quota again before it is held, so it is recalled repeatedly. */
const MOST_RECALLS = 5

/**
 * Holds a task's cost in the transaction that stores it, so that the quota is refunded if the process dies.
 *
 * @returns the row, in state ``, or the reason why nothing is held
 */
export async function makeTask<Kind extends TaskKind>(
  task: NewTask<Kind>,
  deps: TaskDeps,
): Promise<RowOf[Kind] | Insufficient | 'leased'> {
  const { db, ledger, now } = deps
  deps.mayBeOpen = true
  const { kind, userId, tokenId, terms, quota, submitSeconds, columns } = task
  const { callId, periodIds = [] } = terms
  let refusal: Insufficient | 'leased' = 'leased'
  for (let recalls = 0; recalls < MOST_RECALLS && refusal === 'leased'; recalls++) {
    if (quota > 0) await recallPayers(ledger, { userId, tokenId, periodIds })
    const made = await inTransaction(db, async db => {
      const held = await holdDurably(db, { id: callId, userId, tokenId, amount: quota, periodIds }, now())
      if (typeof held === 'string') return held
      const row: unknown = {
        ...columns,
        user_id: userId,
        token_id: tokenId,
        model: terms.model,
        group: terms.group,
        request_id: terms.requestId,
        terms: JSON.stringify(terms),
        held: quota,
        held_of_token: held.ofToken,
        is_open: 1,
        deadline: now() + submitSeconds,
      }
      return insertRow(db, kind, row as NewRowOf[Kind]) // its columns and the machine's
    })
    if (typeof made !== 'string') return made
    refusal = made
  }
  return refusal
}
