import { ROLE, TOKEN_STATUS, USER_STATUS } from '@tollgate/contract'
import { isInRanges } from '../../http/client-ip.ts'
import { refuse } from '../errors/api-error.ts'
import type { TokenIdentity, TokenIndex } from './token-index.ts'

/** A caller let in: the token and its owner, and the channel an administrator asked for. */
export interface Admission {
  identity: TokenIdentity
  channelId: number | undefined
}

/**
 * Lets a caller in by `KEY`, or `KEY-CHANNELID`, which picks a channel.
 * The key's own state, its owner and the address list are checked here; model and group later, when they are known.
 *
 * @throws Refusal
 */
export async function authenticate(
  keyAndChannel: string,
  clientIp: () => string,
  now: number,
  tokens: TokenIndex,
): Promise<Admission> {
  const [key = '', channel] = keyAndChannel.split('-')
  if (key === '') throw refuse('token_missing')
  const identity = await tokens.find(key)
  if (!identity) throw refuse('token_invalid')
  return { identity: checkIdentity(identity, clientIp, now), channelId: chosenChannel(identity, channel) }
}

function checkIdentity(identity: TokenIdentity, clientIp: () => string, now: number): TokenIdentity {
  const { tokenStatus, expiredTime, allowedIps } = identity
  if (identity.userStatus !== USER_STATUS.enabled) throw refuse('user_banned')
  if (tokenStatus === TOKEN_STATUS.exhausted) throw refuse('token_exhausted')
  if (tokenStatus === TOKEN_STATUS.expired || (expiredTime !== -1 && expiredTime <= now)) throw refuse('token_expired')
  if (tokenStatus !== TOKEN_STATUS.enabled) throw refuse('token_disabled')
  if (allowedIps && !isInRanges(clientIp(), allowedIps)) throw refuse('ip_not_allowed')
  return identity
}

function chosenChannel(identity: TokenIdentity, channel: string | undefined): number | undefined {
  if (channel === undefined) return undefined
  if (identity.userRole < ROLE.admin) throw refuse('channel_choice_not_allowed')
  const id = Number(channel)
  if (!Number.isSafeInteger(id) || id <= 0) throw refuse('channel_choice_unknown', { channel })
  return id
}
