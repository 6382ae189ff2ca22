import { createHash, createHmac } from 'node:crypto'
import { readTencentKey } from '@tollgate/gateway'
import { relayError } from '../../call/relay-error.ts'
import type { Authorize } from './authorize.ts'

const SERVICE = 'hunyuan'
const ALGORITHM = 'TC3-HMAC-SHA256'
const SIGNED_HEADERS = 'content-type;host;x-tc-action'

/**
 * Signs a request to Tencent Cloud for the host that is called. https://cloud.tencent.com/document/api/1729/101843
 *
 * @param now unix seconds
 */
export const tencentSignature =
  (now: () => number): Authorize =>
  async ({ key }, { url, headers, body }) => {
    const account = readTencentKey(key)
    if (!account) throw relayError('upstream_credentials')
    const timestamp = Math.floor(now())
    const date = new Date(timestamp * 1000).toISOString().slice(0, 10)
    const scope = `${date}/${SERVICE}/tc3_request`
    const canonical = [
      'POST',
      '/',
      '',
      `content-type:${headers['content-type']}`,
      `host:${new URL(url).host}`,
      `x-tc-action:${headers['x-tc-action']?.toLowerCase()}`,
      '',
      SIGNED_HEADERS,
      hash(body),
    ].join('\n')
    const toSign = [ALGORITHM, timestamp, scope, hash(canonical)].join('\n')
    const signingKey = [date, SERVICE, 'tc3_request'].reduce<string | Buffer>(hmac, `TC3${account.secretKey}`)
    const signature = hmac(signingKey, toSign).toString('hex')
    return {
      'x-tc-timestamp': String(timestamp),
      authorization: `${ALGORITHM} Credential=${account.secretId}/${scope}, SignedHeaders=${SIGNED_HEADERS}, Signature=${signature}`,
    }
  }

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
