import { createHash, createHmac } from 'node:crypto'
import { splitAccessKey } from '@tollgate/gateway'
import { relayError } from '../../call/relay-error.ts'
import type { Authorize } from './authorize.ts'

const ALGORITHM = 'HMAC-SHA256'
const REGION = 'cn-north-1'
const SERVICE = 'cv'
const SIGNED_HEADERS = 'content-type;host;x-content-sha256;x-date'

/**
 * Signs a POST to Volcengine's visual service for the host that is called.
 * https://www.volcengine.com/docs/6369/67269
 *
 * @param now unix seconds
 */
export const volcengineSignature =
  (now: () => number): Authorize =>
  async ({ key }, { url, headers, body }) => {
    const account = splitAccessKey(key)
    if (!account) throw relayError('upstream_credentials')
    const { host, pathname, searchParams } = new URL(url)
    const time = new Date(Math.floor(now()) * 1000).toISOString().replace(/[-:]|\.\d+/g, '')
    const day = time.slice(0, 8)
    const bodyHash = hash(body)
    const canonical = [
      'POST',
      pathname,
      canonicalQuery(searchParams),
      `content-type:${headers['content-type']}`,
      `host:${host}`,
      `x-content-sha256:${bodyHash}`,
      `x-date:${time}`,
      '',
      SIGNED_HEADERS,
      bodyHash,
    ].join('\n')
    const scope = `${day}/${REGION}/${SERVICE}/request`
    const signingKey = [day, REGION, SERVICE, 'request'].reduce<string | Buffer>(hmac, account.secretKey)
    const signature = hmac(signingKey, [ALGORITHM, time, scope, hash(canonical)].join('\n')).toString('hex')
    return {
      'x-date': time,
      'x-content-sha256': bodyHash,
      authorization: `${ALGORITHM} Credential=${account.accessKey}/${scope}, SignedHeaders=${SIGNED_HEADERS}, Signature=${signature}`,
    }
  }

function canonicalQuery(members: URLSearchParams): string {
  const pairs = [...members].map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
  return pairs.sort().join('&')
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
