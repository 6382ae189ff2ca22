import { readBaiduKey } from '@tollgate/gateway'
import { timeLimit } from '../../../platform/process/time-limit.ts'
import { relayError } from '../../call/relay-error.ts'
import { send } from '../transports/index.ts'
import type { Authorize } from './authorize.ts'

const USUAL_SECONDS = 30 * 24 * 3_600
/** A token is renewed this long before it expires and used meanwhile. */
const RENEWAL_SECONDS = 3_600
/** A failed renewal is repeated after this time. */
const PATIENCE_SECONDS = 60
const TIMEOUT_MS = 15_000

interface Token {
  value: string
  /** Unix seconds. */
  expiresAt: number
}

/** The state of one pair of keys. */
interface Kept {
  token: Token | null
  /** The fetch in progress, which all callers share. */
  pending: Promise<Token> | null
  /** Unix seconds. */
  nextTry: number
}

/**
 * Exchanges a pair of keys for a token. Renews it in the background before it expires, and fetches a new one if its host
 * calls it invalid. https://ai.baidu.com/ai-doc/REFERENCE/Ck3dwjhhu
 *
 * @param now unix seconds
 */
export function baiduToken(now: () => number): Authorize {
  const keptByKey = new Map<string, Kept>()

  function renew(key: string, baseUrl: string, proxy: string, kept: Kept): Promise<Token> {
    kept.nextTry = now() + PATIENCE_SECONDS
    kept.pending ??= fetchToken(key, baseUrl, proxy, now())
      .then(token => {
        kept.token = token
        return token
      })
      .finally(() => {
        kept.pending = null
      })
    return kept.pending
  }

  return async ({ key, baseUrl }, { proxy, stale }) => {
    const kept = keptByKey.getOrInsertComputed(`${baseUrl} ${key}`, () => ({ token: null, pending: null, nextTry: 0 }))
    const { token } = kept
    const isUsable = token !== null && token.expiresAt > now() && token.value !== stale?.access_token
    if (!isUsable) return { access_token: (await renew(key, baseUrl, proxy, kept)).value }
    const isOld = token.expiresAt - now() < RENEWAL_SECONDS
    if (isOld && !kept.pending && kept.nextTry <= now()) renew(key, baseUrl, proxy, kept).catch(() => undefined) // it still works
    return { access_token: token.value }
  }
}

async function fetchToken(key: string, baseUrl: string, proxy: string, now: number): Promise<Token> {
  const pair = readBaiduKey(key)
  if (!pair) throw relayError('upstream_credentials')
  const query = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: pair.apiKey,
    client_secret: pair.secretKey,
  })
  try {
    const response = await send({
      url: `${baseUrl}/oauth/2.0/token?${query}`,
      headers: { accept: 'application/json' },
      body: '',
      signal: timeLimit(TIMEOUT_MS),
      proxy,
    })
    const { access_token: value, expires_in: seconds } = (await response.json()) as Record<string, unknown>
    if (typeof value === 'string') return { value, expiresAt: now + (Number(seconds) || USUAL_SECONDS) }
  } catch {
    // the host did not answer, so there are no credentials
  }
  throw relayError('upstream_credentials')
}
