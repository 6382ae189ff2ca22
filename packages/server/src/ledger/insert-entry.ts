import type { Db } from '../storage/db.ts'

interface Entry {
  /** Unique; its first word is the entry's kind. */
  reference: string
  userId: number
  userAmount?: number
  tokenId?: number
  tokenAmount?: number
  /** Change of the user's earnings from invitations. */
  affAmount?: number
  /** Unix seconds. */
  now: number
}

/** Inserts a ledger entry for a change of balances. Returns false when the reference exists already. */
export async function insertEntry(db: Db, entry: Entry): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('ledger_entries')
    .values({
      reference: entry.reference,
      kind: entry.reference.split(':')[0] ?? '',
      user_id: entry.userId,
      user_amount: entry.userAmount ?? 0,
      token_id: entry.tokenId ?? 0,
      token_amount: entry.tokenAmount ?? 0,
      aff_amount: entry.affAmount ?? 0,
      created_at: entry.now,
    })
    .onConflict(conflict => conflict.column('reference').doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}
