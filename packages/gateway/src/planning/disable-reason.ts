import type { UpstreamError } from '../errors/index.ts'

/** What an upstream said of an attempt that failed, and the type of its channel. */
export interface RefusedAttempt extends Omit<UpstreamError, 'param'> {
  channelType: number
}

/**
 * Returns why a channel, or the key that was used, should no longer be called: its upstream says that the key or the account
 * does not work any more. Undefined: the failure says nothing of the kind. Failures of the gateway's own never do.
 *
 * @param keywords in any case; blank ones count as none
 */
export function disableReason(refused: RefusedAttempt, keywords: readonly string[]): string | undefined {
  const { status, message, type, channelType } = refused
  const isRefused =
    isAboutAccount(refused) ||
    (status === 403 && channelType === GEMINI) ||
    (type !== null && ACCESS_TYPES.has(type)) ||
    hasKeyword(message, keywords)
  return isRefused ? `${status}: ${message}` : undefined
}

/**
 * Whether a failure is about the key or the account whatever the request was. Any other reason may be of the client's making:
 * a sentence that repeats the client's words, a file of somebody else's. It must be confirmed by a request of the gateway's own.
 */
export const isAboutAccount = ({ status, type, code }: Pick<RefusedAttempt, 'status' | 'type' | 'code'>): boolean =>
  status === 401 || (code !== null && ACCOUNT_CODES.has(code)) || (type !== null && ACCOUNT_TYPES.has(type))

const GEMINI = 24

/** What OpenAI and its likes call it when a key or an account is done with. */
const ACCOUNT_CODES: ReadonlySet<string> = new Set(['invalid_api_key', 'account_deactivated', 'billing_not_active'])
const ACCOUNT_TYPES: ReadonlySet<string> = new Set([
  'insufficient_quota',
  'insufficient_user_quota',
  'authentication_error',
])
const ACCESS_TYPES: ReadonlySet<string> = new Set(['permission_error', 'forbidden'])

function hasKeyword(message: string, keywords: readonly string[]): boolean {
  const lower = message.toLowerCase()
  return keywords.some(keyword => keyword.trim() !== '' && lower.includes(keyword.trim().toLowerCase()))
}
