import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../../platform/storage/db.ts'
import type { ConversationItemsTable, ConversationsTable } from '../../../platform/storage/schema.ts'

export type ConversationRow = Selectable<ConversationsTable>
type ItemRow = Selectable<ConversationItemsTable>

export async function insertConversation(db: Db, row: Insertable<ConversationsTable>): Promise<void> {
  await db.insertInto('conversations').values(row).execute()
}

export const findConversation = (
  db: Db,
  userId: number,
  id: string,
  now: number,
): Promise<ConversationRow | undefined> =>
  db
    .selectFrom('conversations')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst()

export async function setMetadata(
  db: Db,
  userId: number,
  id: string,
  sealed: string,
  expiresAt: number,
): Promise<void> {
  await db
    .updateTable('conversations')
    .set({ sealed, expires_at: expiresAt })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}

/** Extends the lifetime of a used conversation; returns whether it exists. */
export async function extendConversation(
  db: Db,
  userId: number,
  id: string,
  now: number,
  expiresAt: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('conversations')
    .set({ expires_at: expiresAt })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** Returns whether it existed. */
export async function removeConversation(db: Db, userId: number, id: string): Promise<boolean> {
  await db.deleteFrom('conversation_items').where('user_id', '=', userId).where('conversation_id', '=', id).execute()
  const { numDeletedRows } = await db
    .deleteFrom('conversations')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0
}

const AT_ONCE = 100

/** Leaves existing items unchanged. */
export async function insertItems(db: Db, rows: readonly Insertable<ConversationItemsTable>[]): Promise<void> {
  for (let at = 0; at < rows.length; at += AT_ONCE)
    await db
      .insertInto('conversation_items')
      .values(rows.slice(at, at + AT_ONCE))
      .onConflict(conflict => conflict.columns(['user_id', 'conversation_id', 'id']).doNothing())
      .execute()
}

/** Returns a conversation's items, oldest first. */
export const itemsIn = (db: Db, userId: number, conversationId: string): Promise<ItemRow[]> =>
  ofConversation(db, userId, conversationId).orderBy('place').execute()

export const findItem = (db: Db, userId: number, conversationId: string, id: string): Promise<ItemRow | undefined> =>
  ofConversation(db, userId, conversationId).where('id', '=', id).executeTakeFirst()

const ofConversation = (db: Db, userId: number, conversationId: string) =>
  db
    .selectFrom('conversation_items')
    .selectAll()
    .where('user_id', '=', userId)
    .where('conversation_id', '=', conversationId)

/** Returns whether it existed. */
export async function removeItem(db: Db, userId: number, conversationId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('conversation_items')
    .where('user_id', '=', userId)
    .where('conversation_id', '=', conversationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0
}

/** Returns the bytes of all items of a user. */
export async function conversationBytes(db: Db, userId: number): Promise<number> {
  const { bytes } = await db
    .selectFrom('conversation_items')
    .select(({ fn }) => fn.sum<number | null>('bytes').as('bytes'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}
