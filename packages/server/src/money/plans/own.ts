import { consoleError } from '../../platform/http/console-error.ts'
import { type Db, inTransaction } from '../../platform/storage/db.ts'
import type { MoneyContext } from '../context.ts'
import { lockAccountsChain } from '../ledger/index.ts'
import { endSubscription, recallWindows } from './end-subscription.ts'
import { lockOwner } from './manage.ts'
import { findSubscription, lockSubscription, type SubscriptionRow, updateSubscription } from './store.ts'

/** What those who have a subscription do with it: a user, or members of a team. */
export interface Own {
  /** The account that has it. */
  userId: number
  id: number
  /** Checks in the transaction that the member may. */
  check?(db: Db, row: SubscriptionRow): Promise<unknown>
}

interface Change {
  renews?: boolean | undefined
  position?: number | undefined
  seats_open?: boolean | undefined
}

/** Changes what is given of a running subscription. */
export const changeOwn = (app: MoneyContext, own: Own, { renews, position, seats_open }: Change) =>
  withOwn(app, own, async (db, row) => {
    if (renews && row.period === 'once') throw consoleError('subscription_not_renewable')
    if (renews === undefined && position === undefined && seats_open === undefined) return row
    return updateSubscription(db, row.id, {
      // The provider is told at once.
      ...(renews !== undefined && { renews: Number(renews), card_checked_at: 0 }),
      ...(position !== undefined && { position }),
      ...(seats_open !== undefined && { seats_open: Number(seats_open) }),
    })
  })

/** Ends a subscription, without a refund. */
export async function endOwn(app: MoneyContext, own: Own): Promise<void> {
  const before = await findSubscription(app.db, own.id)
  if (before?.user_id !== own.userId) throw consoleError('subscription_not_found')
  await recallWindows(app.ledger, before, app.now())
  await withOwn(app, own, (db, row) => endSubscription(db, row, 'by_user', app.now()))
}

/**
 * Acts on a running subscription, locked after its owner, and tells all nodes.
 *
 * @throws ApiError
 */
export async function withOwn<Result>(
  { db, changeEvents }: Pick<MoneyContext, 'db' | 'changeEvents'>,
  { userId, id, check }: Own,
  act: (db: Db, row: SubscriptionRow) => Promise<Result>,
): Promise<Result> {
  const result = await inTransaction(db, async db => {
    await lockAccountsChain(db)
    await lockOwner(db, userId)
    const row = await lockSubscription(db, id)
    if (row?.user_id !== userId) throw consoleError('subscription_not_found')
    if (row.status === 'ended') throw consoleError('subscription_over')
    await check?.(db, row)
    return act(db, row)
  })
  await changeEvents.emit('users', userId)
  return result
}
