import { type Failure, isErrorOf, writeError, writeErrorEvent } from '@tollgate/gateway'
import type { Logger } from 'pino'
import { AccountBusy } from '../../money/ledger/index.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { RelayCall } from '../call/relay-call.ts'
import { asApiError, relayError } from '../call/relay-error.ts'
import { ClientGone } from './client-gone.ts'
import { RoutingFailure } from './routing-failure.ts'
import { AttemptFailure } from './upstream-failure.ts'

/** The response to a failed call, and its facts for the log. */
export interface ErrorResponse {
  response: Response
  /** The same error as the last event of a stream. */
  asEvent(): string
  /** The sentence in the response. */
  message: string
  status: number
  code: string
  type: string
}

/** Writes a failure in the client's dialect: the upstream's own error if it is in that dialect, else the gateway's. */
export function errorResponse(call: RelayCall, error: unknown, log: Logger): ErrorResponse {
  const cause = error instanceof RoutingFailure ? error.cause : error
  if (cause instanceof AttemptFailure && !(cause.reason instanceof ApiError))
    return upstreamErrorResponse(call, cause, cause.reason)
  const reason = cause instanceof AttemptFailure ? cause.reason : cause
  if (reason instanceof ApiError) return ownError(call, reason)
  if (reason instanceof ClientGone) return ownError(call, relayError('client_gone'))
  // The ledger has already logged it.
  if (!(reason instanceof AccountBusy)) log.error({ err: reason, requestId: call.requestId }, 'a relayed call failed')
  return ownError(call, asApiError(reason))
}

function ownError(call: RelayCall, error: ApiError): ErrorResponse {
  const message = error.sentence(call.language)
  const { type, code } = error
  const isQuota = type === 'insufficient_quota'
  const status = isQuota && error.status === 403 ? (call.endpoint.errors.quotaStatus ?? 403) : error.status
  const detail = code === 'thread_unsupported_request' ? code : null
  const failure = { status, message, type, code, detail, requestId: call.requestId }
  const response = jsonResponse(call, status, writeError(call.endpoint.errors, failure))
  if (error.retryAfterSeconds !== null) response.headers.set('retry-after', String(error.retryAfterSeconds))
  // Stops the retries of OpenAI's and Anthropic's libraries and the clients built on them.
  if (isQuota) response.headers.set('x-should-retry', 'false')
  // The next call must open a connection to another process.
  if (code === 'shutting_down') response.headers.set('connection', 'close')
  return { response, asEvent: eventOf(call, failure), message, status, code, type }
}

function upstreamErrorResponse(
  call: RelayCall,
  failure: AttemptFailure,
  error: Exclude<AttemptFailure['reason'], ApiError>,
): ErrorResponse {
  const status = error.status >= 400 ? error.status : 502
  const { message } = error
  const [type, code] = [error.type ?? 'upstream_error', error.code ?? 'upstream_error']
  const failureFields = { ...error, status, requestId: call.requestId }
  const own = failure.ownBody !== null && isErrorOf(call.endpoint.errors, failure.ownBody) ? failure.ownBody : null
  const response = jsonResponse(call, status, own ?? writeError(call.endpoint.errors, failureFields))
  if (failure.retryAfter) response.headers.set('retry-after', failure.retryAfter)
  return { response, asEvent: eventOf(call, failureFields), message, status, code, type }
}

const eventOf = (call: RelayCall, failure: Failure) => () => writeErrorEvent(call.endpoint.errors, failure)

const jsonResponse = (call: RelayCall, status: number, body: string): Response =>
  new Response(body, { status, headers: { 'content-type': 'application/json', 'x-request-id': call.requestId } })
