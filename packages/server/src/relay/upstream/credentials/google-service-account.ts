import { readServiceAccount, type ServiceAccount } from '@tollgate/gateway'
import { importPKCS8, SignJWT } from 'jose'
import { timeLimit } from '../../../platform/process/time-limit.ts'
import { relayError } from '../../call/relay-error.ts'
import { send } from '../transports/index.ts'
import type { Authorize } from './authorize.ts'

const SCOPE = 'https://www.googleapis.com/auth/cloud-platform'
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const LIFETIME_SECONDS = 3_600
/** A token is renewed this long before it expires. */
const SPARE_SECONDS = 120
const TIMEOUT_MS = 15_000

/**
 * Exchanges a JWT signed by the account for an access token, once for all calls until shortly before it expires.
 * Rules: https://developers.google.com/identity/protocols/oauth2/service-account#httprest
 *
 * @param now unix seconds
 */
export function googleServiceAccount(now: () => number): Authorize {
  const tokens = new Map<string, KeptToken>()

  function tokenFor(key: string, proxy: string): Promise<AccessToken> {
    const kept = tokens.get(key)
    if (kept && kept.freshUntil > now()) return kept.token
    const fetched: KeptToken = { token: fetchToken(key, proxy, now()), freshUntil: Number.POSITIVE_INFINITY }
    tokens.set(key, fetched)
    fetched.token.then(
      ({ expiresAt }) => {
        fetched.freshUntil = expiresAt - SPARE_SECONDS
      },
      () => tokens.delete(key),
    )
    return fetched.token
  }

  return async ({ key }, { proxy }) => ({ authorization: `Bearer ${(await tokenFor(key, proxy)).value}` })
}

interface AccessToken {
  value: string
  /** Unix seconds. */
  expiresAt: number
}

/** A token, or a pending exchange that all callers share. */
interface KeptToken {
  token: Promise<AccessToken>
  /** Unix seconds; infinite while the exchange is pending. */
  freshUntil: number
}

async function fetchToken(key: string, proxy: string, now: number): Promise<AccessToken> {
  const account = readServiceAccount(key)
  if (!account) throw relayError('upstream_credentials')
  try {
    const grant = new URLSearchParams({ grant_type: GRANT, assertion: await signedJwt(account, now) })
    const response = await send({
      url: account.tokenUri,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: grant.toString(),
      signal: timeLimit(TIMEOUT_MS),
      proxy,
    })
    const { access_token: value, expires_in: seconds } = (await response.json()) as Record<string, unknown>
    if (typeof value === 'string') return { value, expiresAt: now + (Number(seconds) || LIFETIME_SECONDS) }
  } catch {
    // the key cannot sign or the host did not answer, so there are no credentials
  }
  throw relayError('upstream_credentials')
}

async function signedJwt({ clientEmail, privateKey, privateKeyId, tokenUri }: ServiceAccount, now: number) {
  return new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(privateKeyId && { kid: privateKeyId }) })
    .setIssuer(clientEmail)
    .setAudience(tokenUri)
    .setIssuedAt(now)
    .setExpirationTime(now + LIFETIME_SECONDS)
    .sign(await importPKCS8(privateKey, 'RS256'))
}
