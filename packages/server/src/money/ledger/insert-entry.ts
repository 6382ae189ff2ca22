import type { Db } from '../../platform/storage/db.ts'
import { endOfAccountsChain, lockAccountsChain, nextLink } from './links.ts'

interface Entry {
  /** Unique; its first word is the entry's kind. */
  reference: string
  userId: number
  userAmount?: number
  tokenId?: number
  tokenAmount?: number
  /** Change of the user's earnings from invitations. */
  affAmount?: number
  /**
   * For requests: the channel that answered, the part that the wallet could not pay, and whether a log row comes with it.
   */
  channelId?: number
  uncollected?: number
  isLogged?: boolean
  subscriptionId?: number
  subscriptionAmount?: number
  /** JSON list. */
  windows?: string
  subscriptionCalls?: number
  /** Unix seconds. */
  now: number
}

/** Inserts a ledger entry for a change of balances and chains it. Returns false if the reference already exists. */
export async function insertEntry(db: Db, entry: Entry): Promise<boolean> {
  const row = {
    reference: entry.reference,
    kind: entry.reference.split(':')[0] ?? '',
    user_id: entry.userId,
    user_amount: entry.userAmount ?? 0,
    token_id: entry.tokenId ?? 0,
    token_amount: entry.tokenAmount ?? 0,
    aff_amount: entry.affAmount ?? 0,
    channel_id: entry.channelId ?? 0,
    uncollected: entry.uncollected ?? 0,
    is_logged: Number(entry.isLogged ?? false),
    created_at: entry.now,
    subscription_id: entry.subscriptionId ?? 0,
    subscription_amount: entry.subscriptionAmount ?? 0,
    windows: entry.windows ?? '',
    subscription_calls: entry.subscriptionCalls ?? 0,
  }
  await lockAccountsChain(db)
  const { chain, link, hash, digests } = nextLink(await endOfAccountsChain(db), [row])
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('ledger_entries')
    .values({ ...row, chain, link, place: 0 })
    .onConflict(conflict => conflict.column('reference').doNothing())
    .executeTakeFirstOrThrow()
  if ((numInsertedOrUpdatedRows ?? 0n) === 0n) return false
  await db
    .insertInto('ledger_links')
    .values({ chain, link, hash, digests: JSON.stringify(digests), made_at: entry.now })
    .execute()
  return true
}
