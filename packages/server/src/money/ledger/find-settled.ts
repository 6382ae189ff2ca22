import type { Db } from '../../platform/storage/db.ts'
import { requestReference } from './call-entries.ts'
import { LedgerRefusal } from './commands.ts'

/** A request's settlement, with the charged amount. */
export interface Settled {
  userId: number
  channelId: number
  asked: number
  paid: number
}

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

/** @throws LedgerRefusal if a settlement differs from the earlier one of the same request */
export function expectSame(requestId: string, before: Settled, asked: Omit<Settled, 'paid'>): void {
  const { userId, channelId } = asked
  if (before.asked === asked.asked && before.userId === userId && before.channelId === channelId) return
  throw new LedgerRefusal(`request ${requestId} was settled otherwise: ${JSON.stringify(before)}`)
}
