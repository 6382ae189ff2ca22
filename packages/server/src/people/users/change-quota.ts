import type { CheckedInputOf, calls } from '@tollgate/contract'
import { credit, InsufficientBalance, setBalance } from '../../money/ledger/index.ts'
import { consoleError } from '../../platform/http/console-error.ts'
import { type Db, inTransaction } from '../../platform/storage/db.ts'
import { type Actor, recordAct } from '../../records/logs/acts/record-act.ts'
import type { PeopleContext } from '../context.ts'
import { findUser } from './store.ts'
import { userBelow } from './user-below.ts'

type Change = CheckedInputOf<typeof calls.users.changeQuota>['body']

/**
 * Changes the balance of a user with a lower role than the caller, safely during concurrent charges, and logs the old
 * and the new balance. Returns the new balance.
 */
export async function changeQuota(actor: Actor<PeopleContext>, userId: number, change: Change): Promise<number> {
  const { app, caller } = actor
  // Quota held by running calls cannot be taken away.
  if (change.mode !== 'add') await app.ledger.recall('user', userId)
  return inTransaction(app.db, async db => {
    const user = await userBelow(db, caller, userId)
    const { before, after } = await applyChange(db, userId, change, app.now())
    const values = { before: { quota: before }, after: { quota: after } }
    await recordAct(actor, 'balance_changed', values, { db, owner: user })
    return after
  })
}

async function applyChange(db: Db, userId: number, { mode, value }: Change, now: number) {
  if (mode === 'override') return setBalance(db, { userId, balance: value, now })

  const amount = mode === 'add' ? value : -value
  try {
    const credited = await credit(db, { userId, amount, reference: `manage:${userId}:${crypto.randomUUID()}`, now })
    const after = (await findUser(db, userId))?.quota ?? 0
    return { before: after - amount + (credited?.collected ?? 0), after }
  } catch (error) {
    if (error instanceof InsufficientBalance) throw consoleError('user_quota_too_low', {}, 'value')
    throw error
  }
}
