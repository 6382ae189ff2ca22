import { randomBytes } from 'node:crypto'
import { type ConsoleLanguage, type OptionKey, optionsIn, ROLE } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import { isMailAddress } from '../../platform/mail/mail-address.ts'
import { sendMail } from '../../platform/mail/send-mail.ts'
import { mailSentences } from '../../platform/messages/index.ts'
import { wasChangedByOthers } from '../../platform/options/store.ts'
import { randomText } from '../../platform/process/random-text.ts'
import { endSessionsOf } from '../../platform/sessions/store.ts'
import { inTransaction } from '../../platform/storage/db.ts'
import type { UserRow } from '../../platform/storage/schema.ts'
import { recordOwnAct } from '../../records/logs/acts/record-own-act.ts'
import type { PeopleContext } from '../context.ts'
import { hashPassword } from '../users/password.ts'
import { findUserByEmail, updateUser } from '../users/store.ts'
import { isCodeRight, rememberCode, takeCode } from './email-codes.ts'
import { limitMails, limitTries } from './limit-mails.ts'

const LINK_SECONDS = 1800
const NEW_PASSWORD_LENGTH = 16
/** Options that decide how a link is sent or where it leads. */
const OF_LINKS: readonly OptionKey[] = [...optionsIn('system', 'smtp'), 'ServerAddress']
const DAY = 86_400

/**
 * Sends a link to an address that belongs to one user. Answers before looking the user up, so neither its words nor its
 * time reveal whether there is one. The link leads to the operator's address, never to the request's `Host`.
 */
export function requestReset(
  app: PeopleContext,
  email: string,
  { language, ip }: { language: ConsoleLanguage; ip: string },
) {
  if (email === '') throw consoleError('email_empty', {}, 'email')
  if (!isMailAddress(email)) throw consoleError('email_invalid', {}, 'email')
  if (!app.mailer.isReady()) throw consoleError('mail_not_set_up')
  if (app.options.get('ServerAddress') === '') throw consoleError('mail_needs_address')
  limitMails(app, email, ip)
  sendLink(app, email, { language, ip }).catch(error =>
    app.log.error({ err: error }, 'a link to reset a password was not sent'),
  )
}

async function sendLink(
  app: PeopleContext,
  email: string,
  { language, ip }: { language: ConsoleLanguage; ip: string },
) {
  const user = await findUserByEmail(app.db, email)
  if (!user) return
  if (await isMailServerNew(app, user)) return recordOwnAct(user, 'reset_link_withheld', { app, ip })
  const token = randomBytes(32).toString('hex')
  await rememberCode(app.db, { purpose: 'reset', email: user.email, code: token, validSeconds: LINK_SECONDS }, app)
  const link = `${app.options.get('ServerAddress')}/user/reset?${new URLSearchParams({ email: user.email, token })}`
  const values = { site: app.options.get('SystemName'), name: user.username, link, minutes: LINK_SECONDS / 60 }
  await sendMail(app, user.email, mailSentences[language].reset, values)
}

/** For an administrator: whether another user changed, within the last day, how links are sent or where they lead. */
async function isMailServerNew({ db, now }: PeopleContext, { id, role }: UserRow): Promise<boolean> {
  if (role < ROLE.admin) return false
  return wasChangedByOthers(db, { keys: OF_LINKS, userId: id, since: now() - DAY })
}

/** Sets a new password, once per link, and ends all sessions of the user. Returns the password. */
export async function resetPassword(
  app: PeopleContext,
  { email, token, ip }: { email: string; token: string; ip: string },
): Promise<string> {
  const giveTryBack = limitTries(app, 'password reset', ip)
  const given = { purpose: 'reset', email, code: token } as const
  if (!(await isCodeRight(app.db, given, app))) throw consoleError('reset_link_invalid')
  const password = randomText(NEW_PASSWORD_LENGTH)
  const hash = await hashPassword(password)
  const userId = await inTransaction(app.db, async db => {
    if (!(await takeCode(db, given, app))) throw consoleError('reset_link_invalid')
    const user = await findUserByEmail(db, email)
    if (!user) throw consoleError('reset_link_invalid')
    await updateUser(db, user.id, { password: hash })
    await endSessionsOf(db, user.id)
    await recordOwnAct(user, 'password_reset', { app, ip, db })
    return user.id
  })
  giveTryBack()
  await app.changeEvents.emit('users', userId)
  return password
}
