import type { PlatformContext } from '../context.ts'
import { consoleError } from '../http/console-error.ts'
import type { MailText } from '../messages/index.ts'
import type { Mail } from './mailer.ts'

type Values = Record<string, string | number>

/** Fills in a text of the tables; `{name}` stands for a value. */
export function mailOf(to: string, { title, text }: MailText, values: Values): Mail {
  const filled = (words: string) => words.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
  return { to, subject: filled(title), text: filled(text) }
}

/** @throws ApiError `mail_failed`; the reason is logged, not shown to strangers */
export async function sendMail(
  { mailer, log }: Pick<PlatformContext, 'mailer' | 'log'>,
  to: string,
  text: MailText,
  values: Values,
): Promise<void> {
  try {
    await mailer.send(mailOf(to, text, values))
  } catch (error) {
    log.error({ err: error }, 'a mail was not sent')
    throw consoleError('mail_failed')
  }
}
