import { INBOX_MAX, type InboxCounts, type InboxMessage } from '@tollgate/contract'
import type { UserRow } from '../../platform/storage/schema.ts'
import type { PeopleContext } from '../context.ts'
import { isUnreadBy, readableBy } from './store.ts'

type Means = Pick<PeopleContext, 'db' | 'now'>

/** The newest messages that a user can read. */
export async function readInbox({ db, now }: Means, user: UserRow): Promise<InboxMessage[]> {
  const rows = await readableBy(db, user, now())
    .select(eb => ['id', 'title', 'text', 'send_at as sent_at', isUnreadBy(user.id)(eb).as('is_unread')])
    .orderBy('send_at', 'desc')
    .orderBy('id', 'desc')
    .limit(INBOX_MAX)
    .execute()
  return rows.map(({ is_unread, ...message }) => ({ ...message, is_read: !is_unread }))
}

/** How many messages a user can read, and how many they have not. */
export async function countInbox({ db, now }: Means, user: UserRow): Promise<InboxCounts> {
  const { total, unread } = await readableBy(db, user, now())
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('total'),
      fn.countAll<number>().filterWhere(isUnreadBy(user.id)(eb)).as('unread'),
    ])
    .executeTakeFirstOrThrow()
  return { total: Number(total), unread: Number(unread) }
}

/** Marks those of the messages as read that the user can read. */
export async function markRead(app: Means, user: UserRow, ids: readonly number[]): Promise<InboxCounts> {
  const { db, now } = app
  if (ids.length > 0) {
    const readable = await readableBy(db, user, now()).select('id').where('id', 'in', ids).execute()
    const rows = readable.map(({ id }) => ({ message_id: id, user_id: user.id }))
    if (rows.length > 0)
      await db
        .insertInto('user_message_reads')
        .values(rows)
        .onConflict(conflict => conflict.doNothing())
        .execute()
  }
  return countInbox(app, user)
}
