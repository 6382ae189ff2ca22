import type { Insertable, Kysely, Updateable } from 'kysely'
import type { Db } from '../../platform/storage/db.ts'
import type {
  RelayBatchesTable,
  RelayBatchRow,
  RelayFileRow,
  RelayFilesTable,
  Tables,
} from '../../platform/storage/schema.ts'

/** A page of a list, newest first unless `isAscending`. */
export interface ListQuery {
  limit: number
  /** The id before the page; with an unknown one, the page starts at the beginning. */
  after?: string | undefined
  /** The id after the page. */
  before?: string | undefined
  isAscending?: boolean
  purpose?: string | undefined
}

export interface ListPage<Row> {
  rows: Row[]
  hasMore: boolean
}

type Protocol = RelayBatchesTable['protocol']
type Listed = 'relay_files' | 'relay_batches'
export type BatchChange = Updateable<RelayBatchesTable>

export type BatchStore = ReturnType<typeof batchStore>

/** The rows of files and batches. Every read for a user returns only that user's rows. */
export const batchStore = (db: Kysely<Tables>) => ({
  db: db as Db,

  async insertFile(file: Insertable<RelayFilesTable>): Promise<void> {
    await db
      .insertInto('relay_files')
      .values(file)
      .onConflict(conflict => conflict.column('id').doNothing())
      .execute()
  },

  findFile: (id: string, userId: number): Promise<RelayFileRow | undefined> =>
    db
      .selectFrom('relay_files')
      .selectAll()
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),

  async deleteFile(id: string, now: number): Promise<void> {
    await db.updateTable('relay_files').set({ deleted_at: now }).where('id', '=', id).execute()
  },

  listFiles: (userId: number, query: ListQuery): Promise<ListPage<RelayFileRow>> =>
    page(query, async (limit, direction) =>
      db
        .selectFrom('relay_files')
        .selectAll()
        .where('user_id', '=', userId)
        .where('deleted_at', 'is', null)
        .$if(query.purpose !== undefined, rows => rows.where('purpose', '=', query.purpose ?? ''))
        .where('seq', ...(await bounds(db, 'relay_files', userId, query)))
        .orderBy('seq', direction)
        .limit(limit)
        .execute(),
    ),

  findBatch: (id: string, userId: number, protocol: Protocol): Promise<RelayBatchRow | undefined> =>
    db
      .selectFrom('relay_batches')
      .selectAll()
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('protocol', '=', protocol)
      .where('upstream_id', '!=', '')
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),

  listBatches: (userId: number, protocol: Protocol, query: ListQuery): Promise<ListPage<RelayBatchRow>> =>
    page(query, async (limit, direction) =>
      db
        .selectFrom('relay_batches')
        .selectAll()
        .where('user_id', '=', userId)
        .where('protocol', '=', protocol)
        .where('upstream_id', '!=', '')
        .where('deleted_at', 'is', null)
        .where('seq', ...(await bounds(db, 'relay_batches', userId, query)))
        .orderBy('seq', direction)
        .limit(limit)
        .execute(),
    ),

  /** Returns the unsettled batch that reads or writes a file. */
  openBatchOf: ({ id, user_id }: RelayFileRow): Promise<RelayBatchRow | undefined> =>
    db
      .selectFrom('relay_batches')
      .selectAll()
      .where('user_id', '=', user_id)
      .where('state', '!=', 'settled')
      .where(({ or, eb }) => or([eb('input_file', '=', id), eb('output_file', '=', id), eb('error_file', '=', id)]))
      .executeTakeFirst(),

  /** Returns the batches to be polled, longest due first. */
  due: (now: number, limit: number): Promise<RelayBatchRow[]> =>
    db
      .selectFrom('relay_batches')
      .selectAll()
      .where('state', 'in', ['creating', 'running'])
      .where('poll_at', '<=', now)
      .orderBy('poll_at')
      .limit(limit)
      .execute(),

  /** Changes a batch in one of these states. Returns false if it is in another. */
  async changeBatch(id: string, states: readonly RelayBatchRow['state'][], change: BatchChange): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('relay_batches')
      .set(change)
      .where('id', '=', id)
      .where('state', 'in', states)
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  },
})

/** Called in the transaction that holds quota for it. */
export async function insertBatch(db: Db, batch: Insertable<RelayBatchesTable>): Promise<void> {
  await db.insertInto('relay_batches').values(batch).execute()
}

/** Called in the transaction that settles it. Returns false if its state has changed since it was read. */
export async function markSettled(db: Db, { id, state }: Pick<RelayBatchRow, 'id' | 'state'>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('relay_batches')
    .set({ state: 'settled' })
    .where('id', '=', id)
    .where('state', '=', state)
    .where('state', '!=', 'settled')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

async function page<Row>(
  { limit, before, isAscending = false }: ListQuery,
  read: (limit: number, direction: 'asc' | 'desc') => Promise<Row[]>,
): Promise<ListPage<Row>> {
  // The page before an id is read backwards from it.
  const isTurned = before !== undefined
  const rows = await read(limit + 1, isAscending !== isTurned ? 'asc' : 'desc')
  const hasMore = rows.length > limit
  const kept = rows.slice(0, limit)
  return { rows: isTurned ? kept.reverse() : kept, hasMore }
}

/** Returns the value that `seq` is compared with, and the operator. */
async function bounds(
  db: Kysely<Tables>,
  table: Listed,
  userId: number,
  { after, before, isAscending = false }: ListQuery,
): Promise<['<' | '>', number]> {
  const cursor = before ?? after
  const found =
    cursor === undefined
      ? undefined
      : await db
          .selectFrom(table)
          .select('seq')
          .where('id', '=', cursor)
          .where('user_id', '=', userId)
          .executeTakeFirst()
  if (!found) return ['>', 0]
  return [isAscending !== (before !== undefined) ? '>' : '<', found.seq]
}
