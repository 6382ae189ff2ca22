import { TOKEN_STATUS, USER_STATUS } from '@tollgate/contract'
import type { ErrorDialect } from '@tollgate/gateway'
import { isInRanges } from '../../platform/http/client-ip.ts'
import { relayError } from '../call/relay-error.ts'
import type { TokenIdentity, TokenIndex } from './token-index.ts'

/** An authenticated caller: the token with its owner, and the channel if an administrator chose one. */
export interface Admission {
  identity: TokenIdentity
  channelId: number | undefined
}

/**
 * Authenticates a caller by `KEY`, or by `KEY-CHANNELID`, which chooses a channel. Checks the token's state, its owner and the
 * allowed IP addresses; model and group are checked later. `mayBeExhausted`: for calls that only ask what is left.
 *
 * @throws ApiError
 */
export function authenticate(
  keyAndChannel: string,
  clientIp: () => string,
  now: number,
  tokens: TokenIndex,
  { mayBeExhausted = false } = {},
): Admission | Promise<Admission> {
  const dash = keyAndChannel.indexOf('-')
  const key = dash === -1 ? keyAndChannel : keyAndChannel.slice(0, dash)
  const channel = dash === -1 ? undefined : keyAndChannel.slice(dash + 1).split('-', 1)[0]
  if (key === '') throw relayError('token_missing')
  const admit = (identity: TokenIdentity | undefined): Admission => {
    if (!identity) throw relayError('token_invalid')
    return {
      identity: checkIdentity(identity, clientIp, now, mayBeExhausted),
      channelId: chosenChannel(identity, channel),
    }
  }
  const found = tokens.find(key)
  return found instanceof Promise ? found.then(admit) : admit(found)
}

function checkIdentity(
  identity: TokenIdentity,
  clientIp: () => string,
  now: number,
  mayBeExhausted: boolean,
): TokenIdentity {
  const { tokenStatus, expiredTime, allowedIps } = identity
  if (identity.userStatus !== USER_STATUS.enabled) throw relayError('user_banned')
  const isExhausted = tokenStatus === TOKEN_STATUS.exhausted
  if (isExhausted && !mayBeExhausted) throw relayError('token_exhausted')
  if (tokenStatus === TOKEN_STATUS.expired || (expiredTime !== -1 && expiredTime <= now))
    throw relayError('token_expired')
  if (tokenStatus !== TOKEN_STATUS.enabled && !isExhausted) throw relayError('token_disabled')
  if (identity.project?.isArchived) throw relayError('project_archived', { project: identity.project.name })
  if (identity.isFrozen) throw relayError('token_frozen')
  if (allowedIps && !isInRanges(clientIp(), allowedIps)) throw relayError('ip_not_allowed')
  return identity
}

function chosenChannel(identity: TokenIdentity, channel: string | undefined): number | undefined {
  if (channel === undefined) return undefined
  if (!identity.mayChooseChannel) throw relayError('channel_choice_not_allowed')
  const id = Number(channel)
  if (!Number.isSafeInteger(id) || id <= 0) throw relayError('channel_choice_unknown', { channel })
  return id
}

/** Returns the token key from any of the headers that clients use, without `sk-`; empty: there is none. */
export function callerKey({ headers, url }: Request, dialect: ErrorDialect): string {
  const sent =
    headers.get('x-api-key') ??
    headers.get('x-goog-api-key') ??
    // Azure's clients.
    headers.get('api-key') ??
    headers.get('authorization')?.replace(BEARER, '') ??
    // URLs end up in logs, so the query is read only for clients that use it.
    (dialect.name === 'gemini' ? new URL(url).searchParams.get('key') : null) ??
    ''
  const key = sent.trim()
  return key.startsWith('sk-') ? key.slice(3) : key
}

const BEARER = /^Bearer\s+/i
