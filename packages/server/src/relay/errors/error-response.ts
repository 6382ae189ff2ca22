import { type Failure, isErrorOf, writeError, writeErrorEvent } from '@tollgate/gateway'
import type { Logger } from 'pino'
import { ApiError } from '../../api-error.ts'
import type { RelayCall } from '../relay-call.ts'
import { RoutingFailure } from '../routing/try-channels.ts'
import { ClientGone } from './client-gone.ts'
import { asApiError, relayError } from './relay-error.ts'
import { AttemptFailure } from './upstream-failure.ts'

/** What a failed call comes to: the client's answer, and the same in words for the log. */
export interface ErrorResponse {
  response: Response
  /** The same as the last event of a stream. */
  asEvent(): string
  /** For the log, in the same words. */
  message: string
  status: number
  code: string
  type: string
}

/** A failure in the client's dialect: the upstream's own words when it sent an error of that dialect, else ours. */
export function errorResponse(call: RelayCall, error: unknown, log: Logger): ErrorResponse {
  const cause = error instanceof RoutingFailure ? error.cause : error
  if (cause instanceof AttemptFailure && !(cause.reason instanceof ApiError))
    return upstreamsOwn(call, cause, cause.reason)
  const reason = cause instanceof AttemptFailure ? cause.reason : cause
  if (reason instanceof ApiError) return ours(call, reason)
  if (reason instanceof ClientGone) return ours(call, relayError('client_gone'))
  log.error({ err: reason, requestId: call.requestId }, 'a relayed call failed')
  return ours(call, asApiError(reason))
}

function ours(call: RelayCall, refusal: ApiError): ErrorResponse {
  const message = refusal.sentence(call.language)
  const { status, type, code } = refusal
  const failure = { status, message, type, code, requestId: call.requestId }
  const response = jsonResponse(call, status, writeError(call.endpoint.errors, failure))
  if (refusal.retryAfterSeconds !== null) response.headers.set('retry-after', String(refusal.retryAfterSeconds))
  // The next call needs another connection, to another process.
  if (code === 'shutting_down') response.headers.set('connection', 'close')
  return { response, asEvent: eventOf(call, failure), message, status, code, type }
}

function upstreamsOwn(
  call: RelayCall,
  failure: AttemptFailure,
  error: Exclude<AttemptFailure['reason'], ApiError>,
): ErrorResponse {
  const status = error.status >= 400 ? error.status : 502
  const { message } = error
  const [type, code] = [error.type ?? 'upstream_error', error.code ?? 'upstream_error']
  const told = { ...error, status, requestId: call.requestId }
  const own = failure.ownBody !== null && isErrorOf(call.endpoint.errors, failure.ownBody) ? failure.ownBody : null
  const response = jsonResponse(call, status, own ?? writeError(call.endpoint.errors, told))
  if (failure.retryAfter) response.headers.set('retry-after', failure.retryAfter)
  return { response, asEvent: eventOf(call, told), message, status, code, type }
}

const eventOf = (call: RelayCall, failure: Failure) => () => writeErrorEvent(call.endpoint.errors, failure)

const jsonResponse = (call: RelayCall, status: number, body: string): Response =>
  new Response(body, { status, headers: { 'content-type': 'application/json', 'x-request-id': call.requestId } })
