import type { ErrorDialect, Failure } from '@tollgate/gateway'

/** The protocol's names for errors that the gateway names differently. */
const WORDS: Readonly<Record<string, string>> = {
  body_not_json: 'bind_request_body_failed',
  user_quota_insufficient: 'quota_not_enough',
  token_quota_insufficient: 'quota_not_enough',
  user_period_used_up: 'quota_not_enough',
  token_period_used_up: 'quota_not_enough',
  member_budget_used_up: 'quota_not_enough',
  project_budget_used_up: 'quota_not_enough',
  subscription_used_up: 'quota_not_enough',
  subscription_calls_used_up: 'quota_not_enough',
  upstream_unreachable: 'do_request_failed',
  upstream_broke_off: 'read_response_body_failed',
  upstream_not_readable: 'unmarshal_response_body_failed',
  upstream_empty: 'empty_response_body',
}

const CODES = { badRequest: 4, notReached: 5, tooMany: 30 }

function codeOf({ status }: Failure): number {
  if (status === 429) return CODES.tooMany
  return status >= 500 ? CODES.notReached : CODES.badRequest
}

/** The gateway's errors in the form of Midjourney proxies, with code and sentence. */
export const midjourneyErrors: ErrorDialect = {
  name: 'midjourney',
  body: failure => ({
    description: WORDS[failure.code ?? ''] ?? failure.code ?? 'unknown',
    type: 'upstream_error',
    code: codeOf(failure),
    message: `${failure.message} (request id: ${failure.requestId})`,
  }),
}
