import { NEVER, TOKEN_STATUS, type Token } from '@tollgate/contract'
import type { StatusKind } from './status-dot.tsx'

export type TokenState = 'enabled' | 'limited' | 'disabled' | 'expired' | 'exhausted' | 'frozen' | 'unknown'

export const stateKinds: Record<TokenState, StatusKind> = {
  enabled: 'good',
  limited: 'good',
  disabled: 'off',
  expired: 'resting',
  exhausted: 'broken',
  frozen: 'off',
  unknown: 'off',
}

/** Returns a token's current state: an enabled one past its time is expired. */
export function stateOfToken(token: Token, nowSeconds: number): TokenState {
  switch (token.status) {
    case TOKEN_STATUS.enabled:
      if (token.expired_time !== NEVER && token.expired_time <= nowSeconds) return 'expired'
      if (token.frozen) return 'frozen'
      return token.model_limits_enabled ? 'limited' : 'enabled'
    case TOKEN_STATUS.disabled:
      return 'disabled'
    case TOKEN_STATUS.expired:
      return 'expired'
    case TOKEN_STATUS.exhausted:
      return 'exhausted'
    default:
      return 'unknown'
  }
}
