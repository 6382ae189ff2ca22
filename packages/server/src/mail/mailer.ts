import nodemailer from 'nodemailer'
import type { Options } from '../options/index.ts'

export interface Mail {
  to: string
  subject: string
  text: string
}

export interface Mailer {
  /** Whether the operator has named a server and a sender. */
  isReady(): boolean
  /** Resolves when the server has taken the mail. */
  send(mail: Mail): Promise<void>
}

const SMTPS_PORT = 465
const PATIENCE_MS = 10_000

/** Sends through the operator's SMTP server, as the options have it at that moment. */
export function makeMailer(options: Options): Mailer {
  const sender = () => options.get('SMTPFrom') || options.get('SMTPAccount')
  return {
    isReady: () => options.get('SMTPServer') !== '' && sender() !== '',
    async send(mail) {
      const transport = nodemailer.createTransport(transportOptions(options))
      try {
        await transport.sendMail({ ...mail, from: { name: options.get('SystemName'), address: sender() } })
      } finally {
        transport.close()
      }
    },
  }
}

function transportOptions(options: Options) {
  const [port, user] = [options.get('SMTPPort'), options.get('SMTPAccount')]
  const secure = port === SMTPS_PORT || options.get('SMTPSSLEnabled')
  return {
    host: options.get('SMTPServer'),
    port,
    secure,
    // Where encryption is not asked for, any is better than none, also without proof of who is there.
    tls: { rejectUnauthorized: secure },
    ...(user && { auth: { user, pass: options.get('SMTPToken') } }),
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    // What is sent is our own text: nothing in it may name a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
