import type { Db } from '../storage/db.ts'

interface Entry {
  /** Unique; its first word is the entry's kind. */
  reference: string
  userId: number
  userAmount?: number
  tokenId?: number
  tokenAmount?: number
  /** Of the user's earnings from invitations. */
  affAmount?: number
  /** Unix seconds. */
  now: number
}

/** Enters a change of balances in the ledger; false when that reference has been entered before. */
export async function enter(db: Db, entry: Entry): Promise<boolean> {
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
