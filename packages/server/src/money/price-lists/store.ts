import type { ListedPrice, PriceList, RefusedPrice } from '@tollgate/gateway'
import type { Selectable } from 'kysely'
import type { Db } from '../../platform/storage/db.ts'
import type { PriceListsTable } from '../../platform/storage/schema.ts'

type Row = Selectable<PriceListsTable>

/** A list without its prices. */
export type PriceListHead = Pick<Row, 'id' | 'channel_id' | 'address' | 'read_at' | 'failed_at' | 'error'> & {
  models: number
}

export interface StoredPriceList {
  id: number
  prices: ListedPrice[]
  refused: RefusedPrice[]
  /** The models, by the list's names, that became dearer. */
  raised: string[]
  read_at: number
}

const HEAD = ['id', 'channel_id', 'address', 'read_at', 'failed_at', 'error', 'models'] as const

export const listHeads = (db: Db): Promise<PriceListHead[]> =>
  db.selectFrom('price_lists').select(HEAD).orderBy('id').execute()

export const findHead = (db: Db, id: number): Promise<PriceListHead | undefined> =>
  db.selectFrom('price_lists').select(HEAD).where('id', '=', id).executeTakeFirst()

export async function findPriceList(db: Db, id: number): Promise<StoredPriceList | undefined> {
  const row = await db.selectFrom('price_lists').selectAll().where('id', '=', id).executeTakeFirst()
  return row && opened(row)
}

/** Returns lists in which a model became dearer, with their channels. */
export async function listsThatRose(db: Db): Promise<(StoredPriceList & Pick<Row, 'channel_id' | 'address'>)[]> {
  const rows = await db.selectFrom('price_lists').selectAll().where('raised', '!=', '[]').orderBy('id').execute()
  return rows.map(row => ({ ...opened(row), channel_id: row.channel_id, address: row.address }))
}

/** Returns the lists that upstreams of these channels publish. */
export async function listsOfChannels(
  db: Db,
  channelIds: ReadonlySet<number>,
): Promise<(StoredPriceList & Pick<Row, 'channel_id'>)[]> {
  const heads = await db.selectFrom('price_lists').select(['id', 'channel_id']).where('channel_id', '!=', 0).execute()
  const ids = heads.filter(({ channel_id }) => channelIds.has(channel_id)).map(({ id }) => id)
  if (ids.length === 0) return []
  const rows = await db.selectFrom('price_lists').selectAll().where('id', 'in', ids).orderBy('id').execute()
  return rows.map(row => ({ ...opened(row), channel_id: row.channel_id }))
}

export async function insertList(
  db: Db,
  source: Pick<Row, 'channel_id' | 'address'>,
  list: PriceList,
  now: number,
): Promise<number> {
  const { id } = await db
    .insertInto('price_lists')
    .values({ ...source, ...written(list, []), read_at: now, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function storeList(db: Db, id: number, list: PriceList, raised: string[], now: number): Promise<void> {
  const change = { ...written(list, raised), read_at: now, failed_at: 0, error: '' }
  await db.updateTable('price_lists').set(change).where('id', '=', id).execute()
}

export async function storeFailure(db: Db, id: number, error: string, now: number): Promise<void> {
  await db.updateTable('price_lists').set({ error, failed_at: now }).where('id', '=', id).execute()
}

export async function deleteList(db: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('price_lists').where('id', '=', id).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

const written = ({ prices, refused }: PriceList, raised: string[]) => ({
  prices: JSON.stringify(prices),
  refused: JSON.stringify(refused),
  raised: JSON.stringify(raised),
  models: prices.length,
})

/** Parses the columns that `written` wrote. */
const opened = ({ id, prices, refused, raised, read_at }: Row): StoredPriceList => ({
  id,
  prices: JSON.parse(prices),
  refused: JSON.parse(refused),
  raised: JSON.parse(raised),
  read_at,
})
