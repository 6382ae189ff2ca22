import { consoleError } from '../../platform/http/console-error.ts'
import { isMailAddress } from '../../platform/mail/mail-address.ts'
import type { PeopleContext } from '../context.ts'
import { limitMails } from './limit-mails.ts'

/** Throws the reason why no link can be mailed to this address; otherwise counts the mail. */
export function checkMail(app: PeopleContext, email: string, ip: string): void {
  if (!isMailAddress(email)) throw consoleError('email_invalid', {}, 'email')
  if (!app.mailer.isReady()) throw consoleError('mail_not_set_up', {}, 'email')
  if (app.options.get('ServerAddress') === '') throw consoleError('mail_needs_address', {}, 'email')
  limitMails(app, email, ip)
}
