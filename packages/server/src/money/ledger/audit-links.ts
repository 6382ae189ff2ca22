import { sql } from 'kysely'
import { type Db, databaseKindOf } from '../../platform/storage/db.ts'
import { type ChainedEntry, DIGEST_LENGTH, digestOf, ENTRY_COLUMNS, linkHash, newChain } from './links.ts'

/** An entry or link that was changed, added or removed by something other than the ledger. */
export interface BrokenLink {
  /** The entry's id; 0: it is gone. */
  id: number
  what: string
}

const PAGE = 2_000
/** At most this many are listed: with more, single rows are not the problem. */
const MOST_LISTED = 100

/** Checks every link against the one before it, and every entry against its link. */
export async function findBrokenLinks(db: Db): Promise<BrokenLink[]> {
  const found = [...(await brokenLinks(db)), ...(await changedEntries(db)), ...(await missingEntries(db))]
  return found.slice(0, MOST_LISTED)
}

/** Returns links that are missing or whose hash does not follow from the previous one. */
async function brokenLinks(db: Db): Promise<BrokenLink[]> {
  const found: BrokenLink[] = []
  let before = newChain('')
  for (;;) {
    const links = await db
      .selectFrom('ledger_links')
      .select(['chain', 'link', 'hash', 'digests'])
      .where('chain', '!=', '')
      .where(({ eb, or, and }) =>
        or([eb('chain', '>', before.chain), and([eb('chain', '=', before.chain), eb('link', '>', before.link)])]),
      )
      .orderBy('chain')
      .orderBy('link')
      .limit(PAGE)
      .execute()
    for (const { chain, link, hash, digests } of links) {
      if (chain !== before.chain) before = newChain(chain)
      const name = `link ${link} of chain ${chain}`
      if (link !== before.link + 1) found.push({ id: 0, what: `${name} follows link ${before.link}: some are gone` })
      else if (linkHash(before.hash, readDigests(digests)) !== hash) found.push({ id: 0, what: `${name} was changed` })
      before = { chain, link, hash }
    }
    if (links.length < PAGE || found.length > MOST_LISTED) return found
  }
}

/** Returns entries that differ from their link, or have none although they are newer than the chains. */
async function changedEntries(db: Db): Promise<BrokenLink[]> {
  const found: BrokenLink[] = []
  const start = await db.selectFrom('ledger_links').select('digests').where('chain', '=', '').executeTakeFirst()
  for (let last = Number(start?.digests ?? 0); ; ) {
    const entries = await db
      .selectFrom('ledger_entries as entry')
      .leftJoin('ledger_links as links', join =>
        join.onRef('links.chain', '=', 'entry.chain').onRef('links.link', '=', 'entry.link'),
      )
      .select(['entry.id', 'entry.chain', 'entry.link', 'entry.place', 'links.digests'])
      .select(ENTRY_COLUMNS.map(column => `entry.${column}` as const))
      .where('entry.id', '>', last)
      .orderBy('entry.id')
      .limit(PAGE)
      .execute()
    for (const entry of entries) {
      const digest = readDigests(entry.digests ?? '[]')[entry.place]
      if (digest === undefined) found.push({ id: entry.id, what: `${entry.reference} was added` })
      else if (digest !== digestOf(entry as ChainedEntry))
        found.push({ id: entry.id, what: `${entry.reference} was changed` })
      last = entry.id
    }
    if (entries.length < PAGE || found.length > MOST_LISTED) return found
  }
}

/** Returns links with more digests than entries. */
async function missingEntries(db: Db): Promise<BrokenLink[]> {
  const { rows } = await sql<{ chain: string; link: number; digests: string; made_at: number; places: string | null }>`
    select links.chain, links.link, links.digests, links.made_at, entries.places
    from ledger_links links left join (
      select chain, link, count(*) as number, ${sql.raw(PLACES[databaseKindOf(db)])} as places from ledger_entries group by 1, 2
    ) entries on entries.chain = links.chain and entries.link = links.link
    where links.chain <> '' and coalesce(entries.number, 0) <> (length(links.digests) - 1) / ${LENGTH_IN_LIST}
    order by 1, 2 limit ${MOST_LISTED}`.execute(db)
  return rows.flatMap(({ chain, link, digests, made_at, places }) => {
    const present = new Set((places ?? '').split(',').filter(Boolean).map(Number))
    const made = new Date(made_at * 1000).toISOString()
    return readDigests(digests).flatMap((_, place) =>
      present.has(place)
        ? []
        : [{ id: 0, what: `entry ${place} of link ${link} of chain ${chain}, made at ${made}, is gone` }],
    )
  })
}

const PLACES = { sqlite: 'group_concat(place)', postgres: `string_agg(place::text, ',')` }
/** The length of a digest with its quotes and comma. Reading by length, a damaged list causes no SQL error. */
const LENGTH_IN_LIST = DIGEST_LENGTH + 3

/** Returns the digests in a list. A value that is not a list was tampered with and has none. */
function readDigests(text: string): string[] {
  try {
    const read: unknown = JSON.parse(text)
    return Array.isArray(read) ? read.map(String) : []
  } catch {
    return []
  }
}
