import type { AccountKind } from './book.ts'

/** Who pays for work that outlives processes. */
export interface DurablePayers {
  userId: number
  /** 0: no token, or one whose cap does not count. */
  tokenId: number
  /** The accounts of the periods it counts in; absent: none. */
  periodIds?: readonly number[] | undefined
}

interface Recalls {
  recall(kind: AccountKind, id: number): Promise<void>
}

/** Makes all nodes return what no call holds of balance, cap and periods, before these are charged without a lease. */
export async function recallPayers(ledger: Recalls, { userId, tokenId, periodIds = [] }: DurablePayers): Promise<void> {
  await ledger.recall('user', userId)
  if (tokenId !== 0) await ledger.recall('token', tokenId)
  for (const id of periodIds) await ledger.recall('period', id)
}
