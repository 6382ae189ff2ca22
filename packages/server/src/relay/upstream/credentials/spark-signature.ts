import { createHmac } from 'node:crypto'
import { readSparkKey } from '@tollgate/gateway'
import { relayError } from '../../call/relay-error.ts'
import type { Authorize } from './authorize.ts'

/**
 * Signs the URL of a WebSocket to Spark. https://www.xfyun.cn/doc/spark/general_url_authentication.html
 *
 * @param now unix seconds
 */
export const sparkSignature =
  (now: () => number): Authorize =>
  async ({ key }, { url }) => {
    const account = readSparkKey(key)
    if (!account) throw relayError('upstream_credentials')
    const { host, pathname } = new URL(url)
    const date = new Date(now() * 1000).toUTCString()
    const toSign = `host: ${host}\ndate: ${date}\nGET ${pathname} HTTP/1.1`
    const signature = createHmac('sha256', account.apiSecret).update(toSign).digest('base64')
    const statement = [
      `hmac username="${account.apiKey}"`,
      'algorithm="hmac-sha256"',
      'headers="host date request-line"',
      `signature="${signature}"`,
    ].join(', ')
    return { authorization: Buffer.from(statement).toString('base64'), date, host }
  }
