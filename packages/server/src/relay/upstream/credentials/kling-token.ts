import { splitAccessKey } from '@tollgate/gateway'
import { SignJWT } from 'jose'
import { relayError } from '../../call/relay-error.ts'
import type { Authorize } from './authorize.ts'

const LIFETIME_SECONDS = 1800
/** A token is renewed this long before it expires. */
const SPARE_SECONDS = 120
/** The host's clock may be behind ours. */
const EARLY_SECONDS = 5

/**
 * Makes tokens signed with the key's secret; caches them until shortly before they expire.
 * https://app.klingai.com/global/dev/document-api/apiReference/commonInfo
 *
 * @param now unix seconds
 */
export function klingToken(now: () => number): Authorize {
  const tokens = new Map<string, { value: string; freshUntil: number }>()
  return async ({ key }) => {
    const seconds = Math.floor(now())
    const kept = tokens.get(key)
    if (kept && kept.freshUntil > seconds) return { authorization: `Bearer ${kept.value}` }
    const value = await sign(key, seconds)
    tokens.set(key, { value, freshUntil: seconds + LIFETIME_SECONDS - SPARE_SECONDS })
    return { authorization: `Bearer ${value}` }
  }
}

function sign(key: string, seconds: number): Promise<string> {
  const parts = splitAccessKey(key)
  if (!parts) throw relayError('upstream_credentials')
  return new SignJWT({ iss: parts.accessKey, exp: seconds + LIFETIME_SECONDS, nbf: seconds - EARLY_SECONDS })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(parts.secretKey))
}
