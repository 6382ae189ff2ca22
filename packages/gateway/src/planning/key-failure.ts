import type { UpstreamError } from '../errors/upstream-error.ts'

/**
 * What a failure says of the key a call was made with. `refused`: the upstream takes it no more, until somebody acts;
 * `limited`: not for a while. Another key of the same channel may do.
 */
export type KeyFault = 'refused' | 'limited'

interface Rule {
  /** Null: it says nothing of the key. */
  fault: KeyFault | null
  status?: readonly number[]
  /** Of `code` or `type`, in the upstream's own words. */
  named?: ReadonlySet<string>
  /**
   * For hosts that say it in a sentence alone. It must be how the sentence begins: further on a client's words may be
   * repeated, and no client may have a key disabled.
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

/** The first that fits is meant. Sources: what OpenAI, Anthropic, Google, AWS, Alibaba, Moonshot and DeepSeek say of their errors. */
const RULES: readonly Rule[] = [
  { fault: null, status: [413, 429], begins: /^request too large/i },
  { fault: 'refused', named: REFUSED_NAMES },
  { fault: 'refused', status: [400, 403, 429], begins: REFUSED_SENTENCES },
  { fault: 'refused', status: [401, 402] },
  { fault: 'limited', named: LIMITED_NAMES },
  { fault: 'limited', status: [403, 429] },
]

/** Returns what a failure says of the key; null: nothing, another key would fail alike. */
export function keyFault({ status, code, type, message }: Omit<UpstreamError, 'param'>): KeyFault | null {
  const names = [code, type].map(name => name?.toLowerCase() ?? '')
  const rule = RULES.find(
    ({ status: statuses, named, begins }) =>
      (!statuses || statuses.includes(status)) &&
      (!named || names.some(name => named.has(name))) &&
      (!begins || begins.test(message)),
  )
  return rule?.fault ?? null
}

const FIRST_REST_SECONDS: Readonly<Record<KeyFault, number>> = { limited: 5, refused: 60 }
const LONGEST_REST_SECONDS: Readonly<Record<KeyFault, number>> = { limited: 300, refused: 3_600 }
/** Daily quotas come back with the day. */
const LONGEST_ASKED_SECONDS = 86_400

/**
 * How long a key rests: as long as the upstream asked, at least twice as long as the last time.
 *
 * @param failures in a row, this one included
 */
export function keyRestSeconds(fault: KeyFault, failures: number, retryAfterSeconds: number): number {
  const own = Math.min(LONGEST_REST_SECONDS[fault], FIRST_REST_SECONDS[fault] * 2 ** Math.min(failures - 1, 10))
  return Math.max(own, Math.min(Math.ceil(retryAfterSeconds), LONGEST_ASKED_SECONDS))
}
