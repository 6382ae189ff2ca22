import { sql } from 'kysely'
import { type Db, databaseKindOf } from '../../platform/storage/db.ts'
import type { LedgerEntriesTable } from '../../platform/storage/schema.ts'

/** The columns of an entry that its digest covers. */
export type ChainedEntry = Pick<
  { [Column in keyof LedgerEntriesTable]: string | number },
  (typeof ENTRY_COLUMNS)[number]
>

export const CHAINED_COLUMNS = [
  'reference',
  'kind',
  'user_id',
  'token_id',
  'user_amount',
  'token_amount',
  'aff_amount',
  'channel_id',
  'uncollected',
  'is_logged',
  'created_at',
] as const

/** Columns of entries about a subscription; other entries' digests leave them out. */
const SUBSCRIPTION_COLUMNS = ['subscription_id', 'subscription_amount', 'windows'] as const
/** The column of entries about calls that windows count; other entries' digests leave it out. */
const CALLS_COLUMN = 'subscription_calls'

/** The end of a chain. */
export interface ChainEnd {
  chain: string
  link: number
  /** The last link's hash, or the chain's name if it has no links. */
  hash: string
}

/** A link to be stored, with the digests that it adds to the chain. */
export interface Link extends ChainEnd {
  digests: string[]
}

export const DIGEST_LENGTH = 32
const sha256 = (text: string): string => Bun.CryptoHasher.hash('sha256', text, 'hex')

/** An entry's values in the order of `ENTRY_COLUMNS`. */
export type EntryValues = (string | number)[]

export const ENTRY_COLUMNS = [...CHAINED_COLUMNS, ...SUBSCRIPTION_COLUMNS, CALLS_COLUMN] as const

const CALLS_AT = ENTRY_COLUMNS.indexOf(CALLS_COLUMN)

const valuesOf = (entry: ChainedEntry): EntryValues => ENTRY_COLUMNS.map(column => entry[column])

/** Returns the first 128 bits of the SHA-256 of an entry's values. */
function digestOfValues(values: EntryValues): string {
  const from = CHAINED_COLUMNS.length
  const isPlain = values[from] === 0 && values[from + 1] === 0 && values[from + 2] === ''
  const left = values[CALLS_AT] !== 0 ? 0 : isPlain ? SUBSCRIPTION_COLUMNS.length + 1 : 1
  return sha256(JSON.stringify(values.slice(0, values.length - left))).slice(0, DIGEST_LENGTH)
}

export const digestOf = (entry: ChainedEntry): string => digestOfValues(valuesOf(entry))

/** Returns a link's hash, over the previous hash and its own digests. */
export const linkHash = (before: string, digests: readonly string[]): string => sha256(`${before} ${digests.join(' ')}`)

export const newChain = (name: string): ChainEnd => ({ chain: name, link: 0, hash: name })

export const nextLink = (end: ChainEnd, entries: readonly ChainedEntry[]): Link =>
  nextLinkOf(end, entries.map(valuesOf))

export function nextLinkOf({ chain, link, hash }: ChainEnd, entries: readonly EntryValues[]): Link {
  const digests = entries.map(digestOfValues)
  return { chain, link: link + 1, hash: linkHash(hash, digests), digests }
}

/** The chain of all entries other than calls, such as credits and edits. All nodes add to it, one at a time. */
const ACCOUNTS_CHAIN = 'accounts'

/**
 * Locks the chain until the end of the transaction, after waiting for others that add to it. Call it before locking other
 * rows.
 */
export async function lockAccountsChain(db: Db): Promise<void> {
  if (databaseKindOf(db) !== 'postgres') return
  await sql`select pg_advisory_xact_lock(hashtextextended(${ACCOUNTS_CHAIN}, 0))`.execute(db)
}

export async function endOfAccountsChain(db: Db): Promise<ChainEnd> {
  const last = await db
    .selectFrom('ledger_links')
    .select(['chain', 'link', 'hash'])
    .where('chain', '=', ACCOUNTS_CHAIN)
    .orderBy('link', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ?? newChain(ACCOUNTS_CHAIN)
}
