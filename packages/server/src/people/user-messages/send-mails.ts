import { type ConsoleLanguage, userSetting } from '@tollgate/contract'
import { isMailAddress } from '../../platform/mail/mail-address.ts'
import { mailSentences } from '../../platform/messages/index.ts'
import { type Db, inTransaction } from '../../platform/storage/db.ts'
import type { UserMessageRow } from '../../platform/storage/schema.ts'
import type { PeopleContext } from '../context.ts'
import { unsubscribeLinks } from './mail-refusals.ts'
import { mailedUsers } from './store.ts'

type Means = Pick<PeopleContext, 'db' | 'now' | 'mailer' | 'options' | 'secrets' | 'log'>

const BATCH = 100
const AT_ONCE = 5

/**
 * Mails the messages whose time has come, and returns how many mails went out. Each mail is written down before it is
 * sent: a run that is interrupted goes on with the next ones, and leaves out those of which it does not know.
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
      .select(['id', 'email', 'setting'])
      .where('users.id', '>', cursor)
      .orderBy('users.id')
      .limit(BATCH)
      .execute()
    for (let at = 0; at < batch.length; at += AT_ONCE) {
      signal.throwIfAborted()
      sent += await mailSome(app, message, batch.slice(at, at + AT_ONCE))
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

interface Recipient {
  id: number
  email: string
  setting: string
}

/**
 * Mails those of some users who have not been mailed yet, and returns how many mails went out.
 * @throws the reason why the server takes no mail at all; the turn of these users comes again
 */
async function mailSome(app: Means, message: UserMessageRow, users: readonly Recipient[]): Promise<number> {
  const { db, log } = app
  const claimed = await db
    .insertInto('user_message_mails')
    .values(users.map(({ id }) => ({ message_id: message.id, user_id: id, state: 'sending' as const })))
    .onConflict(conflict => conflict.doNothing())
    .returning('user_id')
    .execute()
  const ours = users.filter(({ id }) => claimed.some(({ user_id }) => user_id === id))
  const outcomes = await Promise.all(
    ours.map(async user => ({ id: user.id, failure: await failureOf(mailOne(app, message, user)) })),
  )
  const sent = outcomes.filter(({ failure }) => !failure)
  const failed = outcomes.filter(({ failure }) => failure && !isOfServer(failure))
  const untried = outcomes.filter(({ failure }) => failure && isOfServer(failure))
  for (const { id, failure } of failed)
    log.warn({ err: failure, message: message.id, user: id }, 'a message was not mailed to a user')
  await inTransaction(db, async db => {
    const idsOf = (some: typeof outcomes) => some.map(({ id }) => id)
    const mark = (state: 'sent' | 'failed', some: typeof outcomes) =>
      db
        .updateTable('user_message_mails')
        .set({ state })
        .where('message_id', '=', message.id)
        .where('user_id', 'in', idsOf(some))
        .execute()
    if (sent.length > 0) await mark('sent', sent)
    if (failed.length > 0) await mark('failed', failed)
    if (untried.length > 0)
      await db
        .deleteFrom('user_message_mails')
        .where('message_id', '=', message.id)
        .where('user_id', 'in', idsOf(untried))
        .execute()
    await db
      .updateTable('user_messages')
      .set(({ eb }) => ({
        mails_sent: eb('mails_sent', '+', sent.length),
        mails_failed: eb('mails_failed', '+', failed.length),
      }))
      .where('id', '=', message.id)
      .execute()
  })
  if (untried[0]) throw untried[0].failure
  return sent.length
}

async function mailOne(app: Means, { title, text }: UserMessageRow, user: Recipient) {
  const { mailer, options } = app
  // The mail library would send to each part of an imported address that is a list.
  if (!isMailAddress(user.email)) throw new Error('no mail address')
  const site = [options.get('SystemName'), options.get('ServerAddress')].filter(Boolean).join(' · ')
  const links = unsubscribeLinks(app, user)
  const language = languageOf(user) ?? options.get('general_setting.fallback_language')
  await mailer.send({
    to: user.email,
    subject: title,
    text: [`${text}\n\n— ${site}`, links && `${mailSentences[language].unsubscribe}\n${links.page}`]
      .filter(Boolean)
      .join('\n\n'),
    ...(links && { unsubscribe: links.address }),
  })
}

/** The language of a user's notices, which their setting has since they last saved it. */
const languageOf = ({ setting }: Recipient): ConsoleLanguage | undefined =>
  userSetting.shape.language.safeParse(JSON.parse(setting || '{}').language).data

const failureOf = (sending: Promise<void>): Promise<SmtpError | undefined> =>
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
