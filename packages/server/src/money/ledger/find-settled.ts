import type { Db } from '../../platform/storage/db.ts'
import type { Settled } from './book.ts'
import { requestReference } from './call-entries.ts'

/** Returns a request's settlement and its user's current balance; null: it was not settled. */
export async function findSettled(db: Db, requestId: string): Promise<(Settled & { balance: number }) | null> {
  const entry = await db
    .selectFrom('ledger_entries')
    .leftJoin('users', 'users.id', 'ledger_entries.user_id')
    .select(['ledger_entries.user_id', 'channel_id', 'user_amount', 'subscription_amount', 'uncollected', 'quota'])
    .where('reference', '=', requestReference(requestId))
    .executeTakeFirst()
  if (!entry) return null
  const { user_id: userId, channel_id: channelId, user_amount, subscription_amount, uncollected, quota } = entry
  const paid = 0 - user_amount - subscription_amount
  return { userId, channelId, paid, asked: paid + uncollected, balance: quota ?? 0 }
}
