import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  from: string
  to: string[]
  /** The headers as received, unfolded. */
  headers: string
  text: string
}

/** A real SMTP server on loopback that keeps the mails it receives. */
export interface MailServer {
  port: number
  mails: ReceivedMail[]
  stop(): Promise<void>
}

export const MAILBOX = { user: 'gateway@mail.example', password: 'mail password' }

export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    logger: false,
    allowInsecureAuth: true,
    // A slow resolver would delay every greeting.
    disableReverseLookup: true,
    onAuth({ username, password }, _session, done) {
      if (username === MAILBOX.user && password === MAILBOX.password) done(null, { user: username })
      else done(new Error('wrong password'))
    },
    async onData(stream, { envelope }, done) {
      let raw = ''
      for await (const piece of stream) raw += piece
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), ...read(raw) })
      done()
    },
  })
  // A client may break off on purpose.
  server.on('error', () => undefined)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    stop: () => new Promise(resolve => server.close(resolve)),
  }
}

function read(raw: string): Pick<ReceivedMail, 'headers' | 'text'> {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const headers = head.replace(/\r\n[ \t]+/g, ' ')
  const body = rest.join('\r\n\r\n')
  const encoding = /^content-transfer-encoding: *(.*)$/im.exec(headers)?.[1]
  return { headers: decodedWords(headers), text: decoded(body, encoding).replaceAll('\r\n', '\n').trim() }
}

function decoded(text: string, encoding = '7bit'): string {
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString('utf8')
  if (encoding === 'quoted-printable') return quotedPrintable(text.replaceAll('=\r\n', ''))
  return text
}

const quotedPrintable = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

/** `=?UTF-8?B?…?=` and `=?UTF-8?Q?…?=` */
const decodedWords = (headers: string) =>
  headers
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : quotedPrintable(word.replaceAll('_', ' ')),
    )
