import { type CheckedInputOf, type calls, LOG_TYPE } from '@tollgate/contract'
import type { AppContext } from '../app-context.ts'
import { consoleError } from '../http/console-error.ts'
import type { Caller } from '../http/serve.ts'
import { credit, InsufficientBalance, setBalance } from '../ledger/index.ts'
import { messageColumns } from '../logs/message.ts'
import { insertLog } from '../logs/store.ts'
import { quotaWriter } from '../quota-words.ts'
import { type Db, inTransaction } from '../storage/db.ts'
import { findUser } from './store.ts'

type Change = CheckedInputOf<typeof calls.users.changeQuota>['body']

/**
 * Changes the balance of a user with a lower role than the caller, safely beside concurrent charges, and logs the old and
 * the new balance. Returns the new balance.
 */
export async function changeQuota(app: AppContext, caller: Caller, userId: number, change: Change): Promise<number> {
  const { options, now } = app
  // Only what no running call holds can be taken away.
  if (change.mode !== 'add') await app.ledger.recall('user', userId)
  return inTransaction(app.db, async db => {
    const user = await findUser(db, userId)
    if (!user) throw consoleError('user_not_found')
    if (user.role >= caller.role) throw consoleError('user_role_not_below')

    const { before, after } = await applyChange(db, userId, change, now())
    await insertLog(db, {
      type: LOG_TYPE.manage,
      created_at: now(),
      user_id: userId,
      username: user.username,
      ...messageColumns(
        'balance_changed',
        { actor: caller.username, before: { quota: before }, after: { quota: after } },
        quotaWriter(options),
      ),
    })
    return after
  })
}

async function applyChange(db: Db, userId: number, { mode, value }: Change, now: number) {
  if (mode === 'override') return setBalance(db, { userId, balance: value, now })

  const amount = mode === 'add' ? value : -value
  try {
    await credit(db, { userId, amount, reference: `manage:${userId}:${crypto.randomUUID()}`, now })
  } catch (error) {
    if (error instanceof InsufficientBalance) throw consoleError('user_quota_too_low', {}, 'value')
    throw error
  }
  const after = (await findUser(db, userId))?.quota ?? 0
  return { before: after - amount, after }
}
