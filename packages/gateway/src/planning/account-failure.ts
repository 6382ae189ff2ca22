import type { UpstreamError } from '../errors/upstream-error.ts'

/** What an upstream said of a failed attempt, and the type of its channel. */
export interface RefusedAttempt extends Omit<UpstreamError, 'param'> {
  channelType: number
}

/**
 * What a failure says of the call's key. `refused`: the upstream rejects it until somebody acts; `limited`: it rejects
 * it for a while. Another key of the same channel may work.
 */
export type KeyFault = 'refused' | 'limited'

interface Rule {
  /** Null: the failure does not involve the key. */
  fault: KeyFault | null
  /**
   * Whether it disables a channel: `at_once` for any request; `once_confirmed`: the client's request may be the cause, so
   * a request of the gateway's own must confirm it. Absent: it does not.
   */
  disables?: 'at_once' | 'once_confirmed'
  status?: readonly number[]
  channelType?: number
  /** Values of `code` or `type`, in the upstream's own words. */
  named?: ReadonlySet<string>
  /**
   * For hosts that only say it in a sentence. The sentence must begin like this: further on it may repeat a client's
   * words, and no client may cause a key to be disabled.
   */
  begins?: RegExp
}

const REFUSED_NAMES = new Set([
  'invalid_api_key',
  'incorrect_api_key',
  'invalidapikey',
  'api_key_invalid',
  'authentication_error',
  'invalid_authentication_error',
  'account_deactivated',
  'account_disabled',
  'billing_error',
  'billing_not_active',
  'billing_hard_limit_reached',
  'insufficient_quota',
  'insufficient_balance',
  'insufficient_user_quota',
  'exceeded_current_quota_error',
  'arrearage',
  'unrecognizedclientexception',
  'invalidsignatureexception',
  'expiredtokenexception',
])
/** The account lacks a right, or the request was not allowed. */
const BARRED_NAMES = new Set(['permission_error', 'forbidden'])
const LIMITED_NAMES = new Set([
  'rate_limit_error',
  'rate_limit_exceeded',
  'resource_exhausted',
  'throttlingexception',
  'throttling',
  'throttling.ratequota',
  'throttling.allocationquota',
  'toomanyrequestsexception',
])
const REFUSED_SENTENCES =
  /^(?:api key (?:not valid|expired)|your credit balance is too low|you exceeded your current quota, please check your plan|insufficient balance|your account .{0,80}(?:deactivated|suspended|in arrears))/i

const GEMINI = 24

/** The first match counts. Sources: the error references of OpenAI, Anthropic, Google, AWS, Alibaba, Moonshot and DeepSeek. */
const RULES: readonly Rule[] = [
  { fault: null, status: [413, 429], begins: /^request too large/i },
  { fault: 'refused', disables: 'at_once', named: REFUSED_NAMES },
  { fault: 'refused', disables: 'at_once', status: [401, 402] },
  { fault: 'refused', disables: 'once_confirmed', status: [400, 403, 429], begins: REFUSED_SENTENCES },
  { fault: 'limited', disables: 'once_confirmed', named: BARRED_NAMES },
  { fault: 'limited', disables: 'once_confirmed', status: [403], channelType: GEMINI },
  { fault: 'limited', named: LIMITED_NAMES },
  { fault: 'limited', status: [403, 429] },
]

/** Returns what a failure says of the key; null: nothing, any other key would fail too. */
export const keyFault = (failure: RefusedAttempt): KeyFault | null => ruleFor(failure)?.fault ?? null

/**
 * Returns why a channel should no longer be called: its upstream says that the key or the account no longer works.
 * Undefined: the failure does not say so. The gateway's own failures never do.
 *
 * @param keywords in any case; blank ones are ignored
 */
export function disableReason(refused: RefusedAttempt, keywords: readonly string[]): string | undefined {
  const { status, message } = refused
  const disables = ruleFor(refused)?.disables !== undefined || hasKeyword(message, keywords)
  return disables ? `${status}: ${message}` : undefined
}

/** Whether a failure concerns the key or the account regardless of the request. Any other reason must be confirmed. */
export const isAboutAccount = (refused: RefusedAttempt): boolean => ruleFor(refused)?.disables === 'at_once'

function ruleFor({ status, code, type, message, channelType }: RefusedAttempt): Rule | undefined {
  const names = [code, type].map(name => name?.toLowerCase() ?? '')
  return RULES.find(
    rule =>
      (!rule.status || rule.status.includes(status)) &&
      (rule.channelType === undefined || rule.channelType === channelType) &&
      (!rule.named || names.some(name => rule.named?.has(name))) &&
      (!rule.begins || rule.begins.test(message)),
  )
}

function hasKeyword(message: string, keywords: readonly string[]): boolean {
  const lower = message.toLowerCase()
  return keywords.some(keyword => keyword.trim() !== '' && lower.includes(keyword.trim().toLowerCase()))
}
