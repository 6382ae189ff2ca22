import type { EndedBy } from '@tollgate/contract'
import type { UpstreamError } from '@tollgate/gateway'
import { ApiError } from '../../platform/http/api-error.ts'
import type { RelayErrorCode } from '../call/relay-error.ts'

/** Who ended a call, by the gateway's error code; any other error is the upstream's. */
const ENDED_BY: Readonly<Record<string, EndedBy>> = {
  client_gone: 'client_during',
  client_too_slow: 'client_during',
  upstream_broke_off: 'upstream_closed',
  upstream_empty: 'upstream_closed',
  upstream_first_byte_timeout: 'time_limit',
  upstream_connect_timeout: 'time_limit',
  upstream_silent: 'time_limit',
  upstream_too_slow: 'time_limit',
  quota_used_up: 'gateway_stop',
  sensitive_words_answered: 'gateway_stop',
  sensitive_words_detected: 'gateway_stop',
  database_unavailable: 'gateway_stop',
  account_busy: 'gateway_stop',
  internal: 'gateway_stop',
  shutting_down: 'drain',
} satisfies Partial<Record<RelayErrorCode, EndedBy>>

export const endedByOf = (failure: ApiError | UpstreamError): EndedBy =>
  (failure instanceof ApiError && ENDED_BY[failure.code]) || 'upstream_error'

/** Charges what was produced and writes the log row. Called once, before the client gets the last bytes. */
export type Settle = (endedBy: EndedBy, failure?: ApiError | UpstreamError) => Promise<void>
