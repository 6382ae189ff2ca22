import { type MessageAudience, USER_STATUS, type UserMessage } from '@tollgate/contract'
import { type Expression, type ExpressionBuilder, sql } from 'kysely'
import type { Db } from '../../platform/storage/db.ts'
import { readPage } from '../../platform/storage/page.ts'
import type { Tables, UserMessageRow, UserMessageTarget, UserRow } from '../../platform/storage/schema.ts'

const CHUNK = 500
/** How long a message is kept after its end. */
const KEPT_SECONDS = 90 * 86_400

type Target = Omit<UserMessageTarget, 'message_id'>

export function targetsOf(audience: MessageAudience): Target[] {
  const each = (kind: Target['kind'], values: readonly (string | number)[]) =>
    [...new Set(values)].map(value => ({ kind, value: String(value) }))
  if (audience.to === 'group') return each('group', audience.groups)
  if (audience.to === 'role') return each('role', audience.roles)
  if (audience.to === 'user') return each('user', audience.users)
  return [{ kind: 'all', value: '' }]
}

export async function insertTargets(db: Db, message_id: number, targets: readonly Target[]): Promise<void> {
  for (let at = 0; at < targets.length; at += CHUNK) {
    const rows = targets.slice(at, at + CHUNK).map(target => ({ message_id, ...target }))
    await db.insertInto('user_message_targets').values(rows).execute()
  }
}

/** How many of these users exist. */
export async function countLiving(db: Db, ids: readonly number[]): Promise<number> {
  let living = 0
  for (let at = 0; at < ids.length; at += CHUNK) {
    const found = await db
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('id', 'in', ids.slice(at, at + CHUNK))
      .where('deleted_at', 'is', null)
      .where('is_team', '=', 0)
      .executeTakeFirstOrThrow()
    living += Number(found.count)
  }
  return living
}

type Reader = Pick<UserRow, 'id' | 'group' | 'role' | 'created_at'>

/** Messages that a user can read now: those to them that were sent since they have an account. */
export const readableBy = (db: Db, { id, group, role, created_at }: Reader, now: number) =>
  db
    .selectFrom('user_messages')
    .where('in_console', '=', 1)
    .where('recalled_at', '=', 0)
    .where('ends_at', '>', now)
    .where('send_at', '<=', now)
    .where('send_at', '>=', created_at)
    .where('user_messages.id', 'in', eb =>
      eb
        .selectFrom('user_message_targets')
        .select('message_id')
        .where(({ and, eb, or }) =>
          or(
            [
              { kind: 'all' as const, value: '' },
              { kind: 'group' as const, value: group },
              { kind: 'role' as const, value: String(role) },
              { kind: 'user' as const, value: String(id) },
            ].map(({ kind, value }) => and([eb('kind', '=', kind), eb('value', '=', value)])),
          ),
        ),
    )

export const isUnreadBy =
  (userId: number) =>
  ({ not, exists, selectFrom }: ExpressionBuilder<Tables, 'user_messages'>) =>
    not(
      exists(
        selectFrom('user_message_reads')
          .select('message_id')
          .whereRef('message_id', '=', 'user_messages.id')
          .where('user_id', '=', userId),
      ),
    )

/** Users whom a message is mailed to: those of its targets who have not unsubscribed. Each kind of target is looked up by itself, in the targets' own order. */
export const mailedUsers = (db: Db, { id, send_at }: Pick<UserMessageRow, 'id' | 'send_at'>) =>
  db
    .selectFrom('users')
    .where('email', '!=', '')
    .where('status', '=', USER_STATUS.enabled)
    .where('deleted_at', 'is', null)
    .where('is_team', '=', 0)
    .where('users.created_at', '<=', send_at)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('mail_refusals').select('user_id').whereRef('mail_refusals.user_id', '=', 'users.id'))),
    )
    .where(({ exists, or, ref, selectFrom }) => {
      const isTarget = (kind: Target['kind'], value: Expression<string>) =>
        exists(
          selectFrom('user_message_targets as target')
            .select('target.message_id')
            .where('target.kind', '=', kind)
            .where('target.value', '=', value)
            .where('target.message_id', '=', id),
        )
      return or([
        isTarget('all', sql<string>`''`),
        isTarget('group', ref('users.group')),
        isTarget('role', asText('users.role')),
        isTarget('user', asText('users.id')),
      ])
    })

const asText = (column: 'users.role' | 'users.id') => sql<string>`cast(${sql.ref(column)} as text)`

/** Reads a page of messages, newest first; `id`: only this one. */
export async function listMessages(
  { db, now }: { db: Db; now: () => number },
  reader: Pick<UserRow, 'role'>,
  query: { p: number; page_size: number },
  id?: number,
) {
  const messages = db
    .selectFrom('user_messages')
    .$if(id !== undefined, rows => rows.where('user_messages.id', '=', id ?? 0))
  const rows = messages
    .leftJoin('users as writer', 'writer.id', 'user_messages.written_by')
    .selectAll('user_messages')
    .select(['writer.username as writer', 'writer.role as writer_role'])
    .orderBy('user_messages.id', 'desc')
  const count = messages.select(({ fn }) => fn.countAll<number>().as('total'))
  const page = await readPage(rows, count, query, row => row)
  const targets = await targetsOfMessages(
    db,
    page.items.map(({ id }) => id),
  )
  return { ...page, items: page.items.map(row => shown(row, targets, { role: reader.role, now: now() })) }
}

/** The targets of messages; chosen users are counted. */
async function targetsOfMessages(db: Db, ids: number[]) {
  if (ids.length === 0) return []
  const targets = db.selectFrom('user_message_targets').where('message_id', 'in', ids)
  const named = await targets.selectAll().where('kind', '!=', 'user').orderBy('value').execute()
  const chosen = await targets
    .select(({ fn }) => ['message_id', fn.countAll<number>().as('count')])
    .where('kind', '=', 'user')
    .groupBy('message_id')
    .execute()
  return [
    ...named,
    ...chosen.map(({ message_id, count }) => ({ message_id, kind: 'user' as const, value: String(count) })),
  ]
}

function shown(
  row: UserMessageRow & { writer: string | null; writer_role: number | null },
  targets: readonly UserMessageTarget[],
  { role, now }: { role: number; now: number },
): UserMessage {
  const { id, title, text, writer, send_at, ends_at, mails_total, mails_sent, mails_failed } = row
  const own = targets.filter(({ message_id }) => message_id === id)
  const state = stateOf(row, now)
  const mails = { is_done: row.mails_done === 1, total: mails_total, sent: mails_sent, failed: mails_failed }
  return {
    id,
    title,
    text,
    to: own[0]?.kind ?? 'all',
    values: own.flatMap(({ value }) => (value === '' ? [] : [value])),
    by_mail: row.by_mail === 1,
    in_console: row.in_console === 1,
    state,
    written_by: writer ?? '',
    may_recall: (state === 'planned' || state === 'sent') && (row.writer_role ?? 0) <= role,
    send_at,
    ends_at,
    ...(row.by_mail === 1 && { mails }),
  }
}

function stateOf({ recalled_at, send_at, ends_at }: UserMessageRow, now: number): UserMessage['state'] {
  if (recalled_at > 0) return 'recalled'
  if (ends_at <= now) return 'over'
  return send_at > now ? 'planned' : 'sent'
}

/** Removes at most `limit` messages that ended long ago, with everything about them; returns how many. */
export async function removeOldMessages(db: Db, now: number, limit: number): Promise<number> {
  const old = await db
    .selectFrom('user_messages')
    .select('id')
    .where('ends_at', '<=', now - KEPT_SECONDS)
    .limit(limit)
    .execute()
  const ids = old.map(({ id }) => id)
  if (ids.length === 0) return 0
  for (const table of ['user_message_targets', 'user_message_reads', 'user_message_mails'] as const)
    await db.deleteFrom(table).where('message_id', 'in', ids).execute()
  await db.deleteFrom('user_messages').where('id', 'in', ids).execute()
  return ids.length
}
