import { splitZhipuKey } from '@tollgate/gateway'
import { SignJWT } from 'jose'
import { relayError } from '../../call/relay-error.ts'
import type { Authorize } from './authorize.ts'

const LIFETIME_MS = 24 * 3_600_000
/** A token is renewed this long before it expires. */
const SPARE_MS = 3_600_000

/**
 * Makes the bare tokens of API version 3, signed with the key's secret, with times in milliseconds. Caches them until shortly
 * before they expire.
 * https://docs.bigmodel.cn/cn/guide/develop/http/introduction
 *
 * @param now unix seconds
 */
export function zhipuToken(now: () => number): Authorize {
  const tokens = new Map<string, { value: string; freshUntil: number }>()
  return async ({ key }) => {
    const nowMs = now() * 1000
    const kept = tokens.get(key)
    if (kept && kept.freshUntil > nowMs) return { authorization: kept.value }
    const value = await sign(key, nowMs)
    tokens.set(key, { value, freshUntil: nowMs + LIFETIME_MS - SPARE_MS })
    return { authorization: value }
  }
}

function sign(key: string, nowMs: number): Promise<string> {
  const parts = splitZhipuKey(key)
  if (!parts) throw relayError('upstream_credentials')
  return new SignJWT({ api_key: parts.id, exp: nowMs + LIFETIME_MS, timestamp: nowMs })
    .setProtectedHeader({ alg: 'HS256', sign_type: 'SIGN' })
    .sign(new TextEncoder().encode(parts.secret))
}
