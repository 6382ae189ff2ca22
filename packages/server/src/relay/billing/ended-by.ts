import type { EndedBy } from '@tollgate/contract'
import type { UpstreamError } from '@tollgate/gateway'
import { Refusal, type RefusalCode } from '../errors/api-error.ts'

/** Who ended a call that failed for one of our reasons; all others are the upstream's. */
const ENDERS: Partial<Record<RefusalCode, EndedBy>> = {
  client_gone: 'client_during',
  client_too_slow: 'client_during',
  upstream_broke_off: 'upstream_closed',
  upstream_empty: 'upstream_closed',
  upstream_first_byte_timeout: 'time_limit',
  upstream_connect_timeout: 'time_limit',
  upstream_silent: 'time_limit',
  upstream_too_slow: 'time_limit',
  quota_used_up: 'gateway_stop',
  database_unavailable: 'gateway_stop',
  internal: 'gateway_stop',
  shutting_down: 'drain',
}

export const endedByOf = (failure: Refusal | UpstreamError): EndedBy =>
  (failure instanceof Refusal && ENDERS[failure.code]) || 'upstream_error'
