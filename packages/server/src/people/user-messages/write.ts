import { type CheckedInputOf, type calls, LIVE_MESSAGES_MAX, type UserMessage } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import { inTransaction } from '../../platform/storage/db.ts'
import { lockName } from '../../platform/storage/lock-name.ts'
import { type Actor, recordAct } from '../../records/logs/acts/record-act.ts'
import type { PeopleContext } from '../context.ts'
import { countLiving, insertTargets, listMessages, targetsOf } from './store.ts'

type Form = CheckedInputOf<typeof calls.userMessages.write>['body']

const DAY = 86_400
const LATEST_SECONDS = 365 * DAY

/** Stores a message. From its time on it is in the console, and a job mails it. */
export async function writeMessage(actor: Actor<PeopleContext>, form: Form): Promise<UserMessage> {
  const { app, caller } = actor
  const now = app.now()
  const send_at = Math.max(now, form.send_at)
  if (!form.by_mail && !form.in_console) throw consoleError('message_nowhere', {}, 'in_console')
  if (form.by_mail && !app.mailer.isReady()) throw consoleError('mail_not_set_up', {}, 'by_mail')
  if (send_at > now + LATEST_SECONDS) throw consoleError('message_too_late', {}, 'send_at')
  const targets = targetsOf(form.audience)
  if (
    form.audience.to === 'user' &&
    (await countLiving(
      app.db,
      targets.map(({ value }) => Number(value)),
    )) < targets.length
  )
    throw consoleError('message_user_unknown')
  const id = await inTransaction(app.db, async db => {
    await lockName(db, 'user messages')
    const { live } = await db
      .selectFrom('user_messages')
      .select(({ fn }) => fn.countAll<number>().as('live'))
      .where('ends_at', '>', now)
      .where('recalled_at', '=', 0)
      .executeTakeFirstOrThrow()
    if (Number(live) >= LIVE_MESSAGES_MAX) throw consoleError('messages_full', { limit: LIVE_MESSAGES_MAX })
    const row = {
      title: oneLine(form.title),
      text: form.text,
      by_mail: Number(form.by_mail),
      in_console: Number(form.in_console),
      written_by: caller.id,
      created_at: now,
      send_at,
      ends_at: send_at + form.days * DAY,
    }
    const { id } = await db.insertInto('user_messages').values(row).returning('id').executeTakeFirstOrThrow()
    await insertTargets(db, id, targets)
    await recordAct(actor, 'message_written', { id, title: row.title }, { db })
    return id
  })
  return oneMessage(actor, id)
}

/** The title is the subject of a mail. */
const oneLine = (title: string): string => title.replace(/[\p{C}\s]+/gu, ' ')

/**
 * Takes a message back: from the console at once, from mailboxes those that it has not reached.
 * @throws ApiError for a writer of a higher role too
 */
export async function recallMessage(actor: Actor<PeopleContext>, id: number): Promise<UserMessage> {
  const { app } = actor
  const { title, state, may_recall } = await oneMessage(actor, id)
  if (state === 'over' || state === 'recalled') throw consoleError('message_over')
  if (!may_recall) throw consoleError('message_of_superior')
  await inTransaction(app.db, async db => {
    const { numUpdatedRows } = await db
      .updateTable('user_messages')
      .set({ recalled_at: app.now() })
      .where('id', '=', id)
      .where('recalled_at', '=', 0)
      .where('ends_at', '>', app.now())
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw consoleError('message_over')
    await recordAct(actor, 'message_recalled', { id, title }, { db })
  })
  return oneMessage(actor, id)
}

async function oneMessage({ app, caller }: Actor<PeopleContext>, id: number): Promise<UserMessage> {
  const { items } = await listMessages(app, caller, { p: 1, page_size: 1 }, id)
  const [message] = items
  if (!message) throw consoleError('message_not_found')
  return message
}
