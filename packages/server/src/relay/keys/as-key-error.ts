import { ApiError } from '../../platform/http/api-error.ts'

/** Statuses of the errors of child keys; the console's calls have 200. Others: 400. */
const STATUSES: Readonly<Record<string, number>> = {
  token_not_found: 404,
  child_limit_reached: 403,
  child_quota_insufficient: 403,
  child_quota_moving: 503,
  child_parent_frozen: 403,
  child_parent_inactive: 403,
}
const TYPES: Readonly<Record<number, string>> = { 403: 'permission_error', 503: 'api_error' }
const MOVING_RETRY_SECONDS = 1

/** The same error as clients of the API know errors. */
export function asKeyError(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.status !== 200) return error
  const { code, parameters } = error
  const status = STATUSES[code] ?? 400
  const type = code === 'child_quota_insufficient' ? 'insufficient_quota' : (TYPES[status] ?? 'invalid_request_error')
  const facts = {
    status,
    type,
    sentence: (...[language]: Parameters<ApiError['sentence']>) => error.sentence(language),
  }
  return new ApiError(code, facts, {
    parameters,
    ...(status === 503 && { retryAfterSeconds: MOVING_RETRY_SECONDS }),
  })
}
