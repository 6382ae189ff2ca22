import { isMailAddress } from '../../platform/mail/mail-address.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { type Db, inTransaction } from '../../platform/storage/db.ts'
import type { UserMessageRow } from '../../platform/storage/schema.ts'
import type { PeopleContext } from '../context.ts'
import { mailedUsers } from './store.ts'

type Means = Pick<PeopleContext, 'db' | 'now' | 'mailer' | 'options' | 'log'>

const BATCH = 100
const AT_ONCE = 5

/**
 * Mails the messages whose time has come, and returns how many mails went out. Each mail is written down before it is
 * sent: a run that is interrupted goes on with the next one, and leaves out the mail of which it does not know.
 */
export async function sendMails(app: Means, signal: AbortSignal): Promise<number> {
  if (!app.mailer.isReady()) return 0
  let sent = 0
  for (const message of await due(app)) sent += await mailMessage(app, message, signal)
  return sent
}

const due = ({ db, now }: Means): Promise<UserMessageRow[]> =>
  toSend(db, now()).selectAll().orderBy('send_at').orderBy('id').execute()

const toSend = (db: Db, now: number) =>
  db
    .selectFrom('user_messages')
    .where('ends_at', '>', now)
    .where('send_at', '<=', now)
    .where('by_mail', '=', 1)
    .where('mails_done', '=', 0)
    .where('recalled_at', '=', 0)

async function mailMessage(app: Means, message: UserMessageRow, signal: AbortSignal): Promise<number> {
  const { db, now } = app
  const { id } = message
  const ours = db.updateTable('user_messages').where('id', '=', id)
  const users = mailedUsers(db, message)
  if (message.mails_total === 0) {
    const { total } = await users.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    await ours.set({ mails_total: Number(total) }).execute()
  }
  let sent = 0
  let cursor = message.mailed_to
  // It may be recalled or end meanwhile.
  while (await toSend(db, now()).select('id').where('id', '=', id).executeTakeFirst()) {
    const batch = await users
      .select(['id', 'email'])
      .where('users.id', '>', cursor)
      .orderBy('users.id')
      .limit(BATCH)
      .execute()
    for (let at = 0; at < batch.length; at += AT_ONCE) {
      signal.throwIfAborted()
      const some = batch.slice(at, at + AT_ONCE)
      const outcomes = await Promise.allSettled(some.map(user => mailOne(app, message, user)))
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
      sent += outcomes.filter(outcome => outcome.status === 'fulfilled' && outcome.value).length
    }
    const last = batch.at(-1)
    if (!last) {
      await ours.set({ mails_done: 1 }).execute()
      return sent
    }
    cursor = last.id
    await ours.set({ mailed_to: cursor }).execute()
  }
  return sent
}

/**
 * Mails one user, unless they may have been mailed already. Returns whether the mail went out.
 * @throws the reason why the server takes no mail at all; the user’s turn comes again
 */
async function mailOne(app: Means, message: UserMessageRow, { id, email }: { id: number; email: string }) {
  const { db, mailer, log, options } = app
  const mail = { message_id: message.id, user_id: id }
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('user_message_mails')
    .values({ ...mail, state: 'sending' })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return false
  const site = [options.get('SystemName'), options.get('ServerAddress')].filter(Boolean).join(' · ')
  const text = `${message.text}\n\n— ${site}`
  // The mail library would send to each part of an imported address that is a list.
  const failure = isMailAddress(email)
    ? await failureOf(mailer.send({ to: email, subject: message.title, text }))
    : new Error('no mail address')
  if (failure && isOfServer(failure)) {
    await db
      .deleteFrom('user_message_mails')
      .where('message_id', '=', mail.message_id)
      .where('user_id', '=', id)
      .execute()
    throw failure
  }
  if (failure) log.warn({ err: failure, message: message.id, user: id }, 'a message was not mailed to a user')
  await inTransaction(db, async db => {
    await db
      .updateTable('user_message_mails')
      .set({ state: failure ? 'failed' : 'sent' })
      .where('message_id', '=', mail.message_id)
      .where('user_id', '=', id)
      .execute()
    const counter = failure ? 'mails_failed' : 'mails_sent'
    await db
      .updateTable('user_messages')
      .set(({ eb }) => ({ [counter]: eb(counter, '+', 1) }))
      .where('id', '=', message.id)
      .execute()
  })
  return !failure
}

const failureOf = (sending: ReturnType<Mailer['send']>): Promise<SmtpError | undefined> =>
  sending.then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  )

/** What the mail library adds to its errors. */
interface SmtpError extends Error {
  code?: string
  command?: string
  responseCode?: number
}

/** Whether no mail would have gone out, whoever it is to: there is no connection, no sign-in, or the server is closing. */
const isOfServer = ({ code, command, responseCode }: SmtpError): boolean =>
  command === 'CONN' || code === 'EDNS' || code === 'EAUTH' || responseCode === 421
