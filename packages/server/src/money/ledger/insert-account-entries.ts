import type { Db } from '../../platform/storage/db.ts'
import { endOfAccountsChain, lockAccountsChain, nextLink } from './links.ts'

/** The most entries in one link. */
const ENTRIES_AT_ONCE = 500

/** An entry other than a call's; missing columns are 0. */
export type NewAccountEntry = { reference: string; kind: string; user_id: number } & Partial<
  Record<'token_id' | 'user_amount' | 'token_amount' | 'aff_amount' | 'uncollected' | 'subscription_id', number>
>

const NOTHING = {
  ...{ token_id: 0, user_amount: 0, token_amount: 0, aff_amount: 0, channel_id: 0, uncollected: 0 },
  ...{ subscription_id: 0, subscription_amount: 0, windows: '', subscription_calls: 0 },
}

/** The first word of a reference. */
export const kindOf = (reference: string): string => reference.split(':')[0] ?? ''

/** Inserts the entries with new references, many to a link. */
export async function insertAccountEntries(db: Db, entries: readonly NewAccountEntry[], now: number): Promise<void> {
  if (entries.length === 0) return
  await lockAccountsChain(db)
  let end = await endOfAccountsChain(db)
  for (let from = 0; from < entries.length; from += ENTRIES_AT_ONCE) {
    const rows = entries
      .slice(from, from + ENTRIES_AT_ONCE)
      .map(entry => ({ ...NOTHING, is_logged: 0, created_at: now, ...entry }))
    const { digests, ...link } = nextLink(end, rows)
    await db
      .insertInto('ledger_entries')
      .values(rows.map((row, place) => ({ ...row, chain: link.chain, link: link.link, place })))
      .execute()
    await db
      .insertInto('ledger_links')
      .values({ ...link, digests: JSON.stringify(digests), made_at: now })
      .execute()
    end = link
  }
}
