import type { ConsoleLanguage } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import type { Caller } from '../../platform/http/serve.ts'
import { sendMail } from '../../platform/mail/send-mail.ts'
import { mailSentences } from '../../platform/messages/index.ts'
import type { PeopleContext } from '../context.ts'
import { isEmailTaken } from '../users/store.ts'
import { checkEmail } from './check-email.ts'
import { newCode, rememberCode } from './email-codes.ts'
import { limitMails } from './limit-mails.ts'

const CODE_SECONDS = 180

interface Wanted {
  email: string
  caller: Caller | null
  language: ConsoleLanguage
  ip: string
}

/**
 * Sends a code to an address: a visitor registers with it, a signed-in user binds the address. The existing owner of an
 * address is told by mail, so that the answer does not reveal whether it has an account.
 */
export async function sendCode(app: PeopleContext, { email, caller, language, ip }: Wanted): Promise<void> {
  if (caller === null && !app.options.get('RegisterEnabled')) throw consoleError('register_disabled')
  checkEmail(email, app.options)
  if (!app.mailer.isReady()) throw consoleError('mail_not_set_up')
  limitMails(app, email, ip)

  const words = mailSentences[language]
  const values = { site: app.options.get('SystemName'), minutes: CODE_SECONDS / 60 }
  if (await isEmailTaken(app.db, email, caller?.id)) return sendMail(app, email, words.accountExists, values)
  const code = newCode()
  const purpose = caller ? (`bind:${caller.id}` as const) : 'register'
  await rememberCode(app.db, { purpose, email, code, validSeconds: CODE_SECONDS }, app)
  await sendMail(app, email, words.code, { ...values, code })
}
