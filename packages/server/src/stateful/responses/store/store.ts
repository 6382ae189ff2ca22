import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/storage/db.ts'
import type { StoredResponsesTable } from '../../../platform/storage/schema.ts'

export type ResponseRow = Selectable<StoredResponsesTable>

/** Statuses of a response that is still running. */
export const UNFINISHED = ['queued', 'in_progress'] as const

/** No real conversation has a longer chain. */
const LONGEST_CHAIN = 1_000

export async function insertResponses(db: Db, rows: readonly Insertable<StoredResponsesTable>[]): Promise<void> {
  await db
    .insertInto('stored_responses')
    .values(rows)
    .onConflict(conflict =>
      conflict
        .columns(['user_id', 'id'])
        .doUpdateSet(({ ref }) => ({
          previous_id: ref('excluded.previous_id'),
          channel_id: ref('excluded.channel_id'),
          channel_key: ref('excluded.channel_key'),
          status: ref('excluded.status'),
          bytes: ref('excluded.bytes'),
          expires_at: ref('excluded.expires_at'),
          sealed: ref('excluded.sealed'),
        }))
        // One upstream does not take over a response that another stores.
        .whereRef('stored_responses.channel_id', '=', 'excluded.channel_id'),
    )
    .execute()
}

export const findResponse = (db: Db, userId: number, id: string, now: number): Promise<ResponseRow | undefined> =>
  db
    .selectFrom('stored_responses')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Returns whether anybody has a response with this id. */
export async function isAnybodys(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('stored_responses').select('id').where('id', '=', id).limit(1).executeTakeFirst()
  return row !== undefined
}

/** Returns a response and the ones it continues, newest first. */
export async function findChain(db: Db, userId: number, id: string, now: number): Promise<ResponseRow[]> {
  const { rows } = await sql<ResponseRow & { depth: number }>`
    with recursive chain (id, previous_id, depth) as (
      select id, previous_id, 0 from stored_responses
      where user_id = ${userId} and id = ${id} and expires_at > ${now}
      union all
      select earlier.id, earlier.previous_id, chain.depth + 1
      from chain join stored_responses as earlier on earlier.id = chain.previous_id
      where earlier.user_id = ${userId} and earlier.expires_at > ${now} and chain.depth < ${LONGEST_CHAIN}
    )
    select stored_responses.*, chain.depth from chain
    join stored_responses on stored_responses.id = chain.id
    where stored_responses.user_id = ${userId}
    order by chain.depth`.execute(db)
  return rows
}

/** Returns whether it existed. */
export async function removeResponse(db: Db, userId: number, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('stored_responses')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0
}

/** Keeps the responses that a response continues as long as the response itself. */
export async function keepLonger(db: Db, userId: number, ids: readonly string[], expiresAt: number): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('stored_responses')
    .set({ expires_at: expiresAt })
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .where('expires_at', '<', expiresAt)
    .execute()
}

/** Writes the end of a running response; returns whether it was running. */
export async function finishResponse(
  db: Db,
  userId: number,
  id: string,
  { status, sealed }: { status: string; sealed: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('stored_responses')
    .set({ status, sealed, bytes: sealed.length })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('status', 'in', UNFINISHED)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** Records that responses are running; returns those that are still wanted. */
export async function touchResponses(db: Db, ids: readonly string[], now: number): Promise<Set<string>> {
  const rows = await db
    .updateTable('stored_responses')
    .set({ seen_at: now, status: 'in_progress' })
    .where('id', 'in', ids)
    .where('status', 'in', UNFINISHED)
    .returning('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Removes a user's oldest responses until the rest is within the limit. */
export async function removeOldest(db: Db, userId: number, mostBytes: number): Promise<void> {
  await sql`
    delete from stored_responses where user_id = ${userId} and id in (
      select id from (
        select id, sum(bytes) over (order by created_at desc, id desc) as total
        from stored_responses where user_id = ${userId}
      ) as sized
      where total > ${mostBytes})`.execute(db)
}

/**
 * Removes about `limit` responses, conversations and items that have expired, or whose user is gone; returns how many.
 */
export async function removeExpired(db: Db, now: number, limit: number): Promise<number> {
  const items = await sql`
    delete from conversation_items where (user_id, conversation_id, id) in (
      select items.user_id, items.conversation_id, items.id from conversation_items as items
      left join conversations on conversations.user_id = items.user_id and conversations.id = items.conversation_id
      where conversations.id is null
      limit ${limit})`.execute(db)
  const responses = await removeExpiredOf('stored_responses', db, now, limit)
  const conversations = await removeExpiredOf('conversations', db, now, limit)
  // A full batch means that there are more.
  return Math.max(responses, conversations, Number(items.numAffectedRows ?? 0))
}

async function removeExpiredOf(
  table: 'stored_responses' | 'conversations',
  db: Db,
  now: number,
  limit: number,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where (user_id, id) in (
      select user_id, id from ${sql.table(table)}
      where expires_at <= ${now}
        or user_id in (select id from users where deleted_at is not null)
      limit ${limit})`.execute(db)
  return Number(numAffectedRows)
}
