import type { Options } from '../options/index.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  /** Where mail programs end further mails of its kind by a POST in one click. https://www.rfc-editor.org/rfc/rfc8058 */
  unsubscribe?: string
}

export interface Mailer {
  /** Returns whether the operator has set a server and a sender. */
  isReady(): boolean
  /** Resolves when the server has accepted the mail. */
  send(mail: Mail): Promise<void>
}

const SMTPS_PORT = 465
const PATIENCE_MS = 10_000

/** Sends mail through the SMTP server of the current options. */
export function makeMailer(options: Options): Mailer {
  const sender = () => options.get('SMTPFrom') || options.get('SMTPAccount')
  return {
    isReady: () => options.get('SMTPServer') !== '' && sender() !== '',
    async send({ unsubscribe, ...mail }) {
      // many servers never send any
      const { createTransport } = await import('nodemailer')
      const transport = createTransport(transportOptions(options))
      const from = { name: options.get('SystemName'), address: sender() }
      try {
        await transport.sendMail({ ...mail, from, ...(unsubscribe && { headers: unsubscribeHeaders(unsubscribe) }) })
      } finally {
        transport.close()
      }
    },
  }
}

const unsubscribeHeaders = (address: string) => ({
  'List-Unsubscribe': `<${address}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

function transportOptions(options: Options) {
  const [port, user] = [options.get('SMTPPort'), options.get('SMTPAccount')]
  const secure = port === SMTPS_PORT || options.get('SMTPSSLEnabled')
  return {
    host: options.get('SMTPServer'),
    port,
    secure,
    // Even unverified encryption is better than none if the operator does not require it.
    tls: { rejectUnauthorized: secure },
    ...(user && { auth: { user, pass: options.get('SMTPToken') } }),
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    // Mail must not load files or URLs named in its text.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
