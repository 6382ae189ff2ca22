import type { SubscriptionAction, SubscriptionStatus } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import { checkRank } from '../../platform/http/rank.ts'
import { type Db, inTransaction } from '../../platform/storage/db.ts'
import { type Actor, recordAct } from '../../records/logs/acts/record-act.ts'
import type { MoneyContext } from '../context.ts'
import { lockAccountsChain, MOST_RESETS } from '../ledger/index.ts'
import { endSubscription, recallWindows } from './end-subscription.ts'
import { findSubscription, lockSubscription, type SubscriptionRow, updateSubscription } from './store.ts'

interface Action {
  from: readonly SubscriptionStatus[]
  act(db: Db, row: SubscriptionRow, now: number): Promise<SubscriptionRow>
  code: 'subscription_paused' | 'subscription_resumed' | 'subscription_reset' | 'subscription_ended'
}

const ACTIONS: Readonly<Record<SubscriptionAction, Action>> = {
  pause: {
    from: ['active'],
    act: (db, { id }) => updateSubscription(db, id, { status: 'paused' }),
    code: 'subscription_paused',
  },
  resume: {
    from: ['paused'],
    act: (db, { id }) => updateSubscription(db, id, { status: 'active' }),
    code: 'subscription_resumed',
  },
  reset: {
    from: ['active', 'paused'],
    act: (db, { id, resets }, now) => {
      if (resets >= MOST_RESETS) throw consoleError('subscription_reset_too_often')
      return updateSubscription(db, id, { resets: resets + 1, anchor: now, five_start: 0 })
    },
    code: 'subscription_reset',
  },
  end: {
    from: ['active', 'paused'],
    act: (db, row, now) => endSubscription(db, row, 'by_admin', now),
    code: 'subscription_ended',
  },
}

/** Pauses, resumes, resets or ends a subscription, and records the reason in the audit trail and its user's log. */
export async function manageSubscription(
  actor: Actor<MoneyContext>,
  id: number,
  { action, reason }: { action: SubscriptionAction; reason: string },
): Promise<SubscriptionRow> {
  const { db, ledger, changeEvents, now } = actor.app
  const before = await findSubscription(db, id)
  if (!before) throw consoleError('subscription_not_found')
  await recallWindows(ledger, before, now())
  const { from, act, code } = ACTIONS[action]
  const after = await inTransaction(db, async db => {
    await lockAccountsChain(db)
    const owner = await lockOwner(db, before.user_id)
    await checkRank(db, actor.caller, owner.id)
    const row = await lockSubscription(db, id)
    if (!row || row.status === 'ended') throw consoleError('subscription_over')
    if (!from.includes(row.status)) throw consoleError('subscription_action_unfit', { status: row.status })
    const changed = await act(db, row, now())
    await recordAct(actor, code, { user: owner.username, plan: row.name, reason }, { db, owner })
    return changed
  })
  await changeEvents.emit('users', after.user_id)
  return after
}

/** Locks the user's row, which comes first as in settlements. */
export async function lockOwner(db: Db, userId: number): Promise<{ id: number; username: string }> {
  return await db
    .updateTable('users')
    .set(users => ({ subscriptions: users.ref('subscriptions') }))
    .where('id', '=', userId)
    .returning(['id', 'username'])
    .executeTakeFirstOrThrow()
}
