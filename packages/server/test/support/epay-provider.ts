import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A payment provider of the epay kind: accepts signed forms and calls back about payments. */
export interface EpayProvider {
  url: string
  pid: string
  key: string
  /** What the provider's page would show, or why it refuses the form. */
  submit(url: string, fields: Record<string, string>): Promise<{ status: number; text: string }>
  /** The callback sent when a form's order is paid; `changes` are applied before it is signed. */
  callback(fields: Record<string, string>, changes?: Record<string, string>): Record<string, string>
  stop(): void
}

const PROVIDER_KEY = 'the merchant’s key'
const PID = '1001'

export async function startEpayProvider(): Promise<EpayProvider> {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request.setEncoding('utf8')) body += piece
    const form = Object.fromEntries(new URLSearchParams(body))
    const isOurs = request.method === 'POST' && request.url === '/pay/submit.php' && form.pid === PID
    const isRight = isOurs && form.sign_type === 'MD5' && form.sign === md5Sign(form)
    response.writeHead(isRight ? 200 : 403).end(isRight ? `Pay ${form.money} with ${form.type}` : 'sign error')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/pay`,
    pid: PID,
    key: PROVIDER_KEY,
    async submit(url, fields) {
      const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })
      return { status: answer.status, text: await answer.text() }
    },
    callback({ pid = '', type = '', out_trade_no = '', name = '', money = '' }, changes = {}) {
      const paid = { pid, trade_no: '2026112100001', out_trade_no, type, name, money, trade_status: 'TRADE_SUCCESS' }
      const fields = { ...paid, param: '', ...changes }
      return { ...fields, sign: md5Sign(fields), sign_type: 'MD5' }
    },
    stop: () => server.close(),
  }
}

function md5Sign(fields: Record<string, string>): string {
  const names = Object.keys(fields).filter(name => !['sign', 'sign_type'].includes(name) && fields[name] !== '')
  let text = ''
  for (const name of names.sort()) text += `${text && '&'}${name}=${fields[name]}`
  return createHash('md5').update(`${text}${PROVIDER_KEY}`).digest('hex')
}
