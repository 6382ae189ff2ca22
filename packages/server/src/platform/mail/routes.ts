import { calls } from '@tollgate/contract'
import { serve } from '../context.ts'
import { consoleError } from '../http/console-error.ts'
import { mailSentences } from '../messages/index.ts'
import { isMailAddress } from './mail-address.ts'
import { mailOf } from './send-mail.ts'

export const mailEndpoints = [
  serve(calls.mail.test, async ({ body }, { app, caller, language }) => {
    const to = body.to || caller.email
    if (to === '') throw consoleError('email_empty', {}, 'to')
    if (!isMailAddress(to)) throw consoleError('email_invalid', {}, 'to')
    if (!app.mailer.isReady()) throw consoleError('mail_not_set_up')
    const mail = mailOf(to, mailSentences[language].test, { site: app.options.get('SystemName') })
    await app.mailer.send(mail).catch(error => {
      throw consoleError('mail_refused', { reason: String(error.message).slice(0, 300) })
    })
    return to
  }),
]
