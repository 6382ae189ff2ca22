import { LOG_TYPE } from '@tollgate/contract'
import type { Db } from '../../platform/storage/db.ts'
import type { ArchivePlace } from '../../records/archive/archive-place.ts'
import { type PageReader, pagesOfLog } from '../../records/archive/search.ts'
import type { ChargedRow } from './replay-row.ts'

export interface Span {
  /** Unix seconds; the end is exclusive. */
  since: number
  until: number
}

/** The nth of so many parts of a log, counted from 0. Parts take turns by blocks of ids. */
export interface Part {
  nth: number
  of: number
}

/** Ids of a block. In the order of ids a row is read in a third of the time that it takes in the order of time. */
const BLOCK = 4_000

/** Yields the charged rows of a part of a span in pages, from the archives and the log. */
export async function* chargedPages(
  db: Db,
  span: Span,
  part: Part,
  placeAt: (address: string) => ArchivePlace,
): AsyncGenerator<ChargedRow[]> {
  const range = { from: span.since, to: span.until }
  for await (const page of pagesOfLog(db, range, placeAt, await byId(db, span, part)))
    yield page.filter(row => !('type' in row) || (row.type === LOG_TYPE.consume && isOf(part, row.id)))
}

const isOf = ({ nth, of }: Part, id: number): boolean => blockOf(id) % of === nth

/** A block has its last id, and not the one before its first. */
const blockOf = (id: number): number => Math.floor((id - 1) / BLOCK)

/** A position is the id before a block. */
async function byId(db: Db, span: Span, part: Part): Promise<PageReader<ChargedRow, number>> {
  const { least, most } = await idsOf(db, span)
  /** The position of the first block of this part that is not before an id’s. */
  const positionOf = (id: number) => {
    const block = blockOf(id)
    return (block + ((part.nth - (block % part.of) + part.of) % part.of)) * BLOCK
  }
  return {
    first: positionOf(least),
    async readPage(after) {
      const rows = await chargedBetween(db, span, after, after + BLOCK)
      const isEmpty = rows.length === 0 && after < most
      const nextId = isEmpty ? await idAfter(db, after + BLOCK) : after + BLOCK + 1
      const next = positionOf(nextId ?? most + 1)
      return { rows, next: next < most ? next : null }
    },
    isUpTo: ({ id }, position) => id <= position,
  }
}

async function idsOf(db: Db, { since, until }: Span): Promise<{ least: number; most: number }> {
  const found = await db
    .selectFrom('logs')
    .select(({ fn }) => [fn.min('id').as('least'), fn.max('id').as('most')])
    .where('created_at', '>=', since)
    .where('created_at', '<', until)
    .executeTakeFirst()
  return { least: found?.least ?? 1, most: found?.most ?? 0 }
}

/** A gap between ids may be long. */
const idAfter = async (db: Db, id: number): Promise<number | undefined> =>
  (await db.selectFrom('logs').select('id').where('id', '>', id).orderBy('id').limit(1).executeTakeFirst())?.id

/** Reads only the needed columns. */
const chargedBetween = (db: Db, { since, until }: Span, after: number, upTo: number): Promise<ChargedRow[]> =>
  db
    .selectFrom('logs')
    .select([
      'id',
      'created_at',
      'user_id',
      'username',
      'model_name',
      'group',
      'channel_id',
      'quota',
      'prompt_tokens',
      'completion_tokens',
      'other',
    ])
    .where('id', '>', after)
    .where('id', '<=', upTo)
    .where('type', '=', LOG_TYPE.consume)
    .where('created_at', '>=', since)
    .where('created_at', '<', until)
    .execute()
