import { ApiError } from '../../platform/http/api-error.ts'

/** HTTP statuses for errors of child keys, 400 if not listed. The console answers them with 200. */
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

/** Turns the error into one for clients of the API. */
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
