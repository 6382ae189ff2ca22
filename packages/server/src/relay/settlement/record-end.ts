import { type ChargeRule, cacheSavingsOf, LOG_TYPE, type LogOther } from '@tollgate/contract'
import type { Logger } from 'pino'
import type { Ledger } from '../../money/ledger/index.ts'
import type { CallMeter, EndedCall } from '../../platform/metrics/call-meter.ts'
import type { NewLogRow } from '../../platform/storage/schema.ts'
import type { ErrorResponse } from '../errors/error-response.ts'
import { weightIn } from '../hold/reserve-from.ts'
import type { LoggedCall } from '../request/logged-call.ts'
import { lossText } from '../response/losses-header.ts'

/** The records of an ended call: its log row, and its entries in metrics, trace and debug log. */

export interface WatchDeps {
  meter: CallMeter
  log: Logger
}

interface RefusalDeps extends WatchDeps {
  ledger: Pick<Ledger, 'record'>
  /** Unix seconds. */
  now(): number
}

/** Records a call without a hold and without an answer. */
export function recordRefusal(logged: LoggedCall, refused: ErrorResponse, deps: RefusalDeps): void {
  deps.ledger.record(errorRow(logged, deps.now(), refused))
  noteEnd(logged, refused, deps)
}

/** Makes the row of an answered call. */
export function consumeRow(
  logged: LoggedCall,
  now: number,
  charged: { quota: number; promptTokens: number; completionTokens: number; other: LogOther },
): NewLogRow {
  const row = commonColumns(logged, now, LOG_TYPE.consume)
  row.quota = charged.quota
  row.prompt_tokens = charged.promptTokens
  row.completion_tokens = charged.completionTokens
  row.cache_tokens = charged.other.cache_tokens ?? 0
  row.cache_saved = cacheSavingsOf(charged.other)
  row.error_code = charged.other.error_code ?? ''
  if (logged.isStream) row.first_token_ms = charged.other.frt ?? -1
  const other = Object.assign(commonOther(logged), charged.other)
  const calls = charged.quota > 0 && logged.paidBy ? weightIn(logged.paidBy, logged) : 0
  if (other.plan && calls > 0) other.plan.calls = calls
  // A client may choose the request id; the ledger uses the call's own id.
  if (logged.call.id !== logged.call.requestId) other.call_id = logged.call.id
  row.other = JSON.stringify(other)
  return row
}

/** Makes the row of a failed call. `rule`: given if the request was sent to an upstream. */
export function errorRow(logged: LoggedCall, now: number, failed: ErrorResponse, rule?: ChargeRule): NewLogRow {
  const channel = logged.tried.at(-1)
  return {
    ...commonColumns(logged, now, LOG_TYPE.error),
    content: failed.message,
    error_code: failed.code,
    other: JSON.stringify({
      ...commonOther(logged),
      error_type: failed.type,
      error_code: failed.code,
      status_code: failed.status,
      ...(channel && { channel_type: channel.type }),
      ...(rule && { charge_rule: rule }),
    } satisfies LogOther),
  }
}

function commonColumns(
  { call, identity, model, group, isStream, tried, conversation }: LoggedCall,
  now: number,
  type: number,
): NewLogRow {
  const durationMs = performance.now() - call.startedAt
  return {
    type,
    user_id: identity.userId,
    username: identity.username,
    token_id: identity.tokenId,
    token_name: identity.tokenName,
    created_at: now,
    model_name: model,
    group,
    is_stream: Number(isStream),
    use_time: Math.round(durationMs / 1000),
    duration_ms: Math.round(durationMs),
    channel_id: tried.at(-1)?.id ?? 0,
    request_id: call.requestId,
    conversation: conversation?.() ?? 0,
    // Filled in for an answered call. They are here because an object that grows is slow.
    quota: 0,
    prompt_tokens: 0,
    completion_tokens: 0,
    cache_tokens: 0,
    cache_saved: 0,
    error_code: '',
    first_token_ms: -1,
    other: '',
  }
}

function commonOther(logged: LoggedCall): LogOther {
  const { call, identity, model, reasoningEffort, sentRequest, tried, routing, attempts = [], counted, paidBy } = logged
  const { model: upstreamModel = model, effort = reasoningEffort, losses = [], outputLimit } = sentRequest ?? {}
  const other: LogOther = { request_path: call.endpoint.path }
  if (upstreamModel !== model) {
    other.is_model_mapped = true
    other.upstream_model_name = upstreamModel
  }
  if (effort) other.reasoning_effort = effort
  if (identity.member) other.member = { id: identity.member.id, name: identity.member.name }
  if (identity.project) other.project = { id: identity.project.id, name: identity.project.name }
  if (paidBy) other.plan = { id: paidBy.id, name: paidBy.name }
  if (outputLimit !== undefined) other.output_limit = outputLimit
  if (losses.length > 0) other.losses = losses.map(lossText)
  other.admin_info = { use_channel: tried.map(channel => String(channel.id)) }
  if (routing) other.admin_info.routing = routing
  if (attempts.length > 0) other.admin_info.attempts = attempts
  if (counted) other.admin_info.counted = counted
  return other
}

interface End {
  /** The status the client got, or the one that its stream ended with. */
  status: number
  /** The error's stable code; absent: there was no error. */
  code?: string
  /** The time until the first bytes for the client. */
  firstByteMs?: number
  promptTokens?: number
  completionTokens?: number
  quota?: number
}

/** Notes the end of a call in the metrics, in its trace, and in the log at level debug. */
export function noteEnd({ call, model, tried }: LoggedCall, end: End, { meter, log }: WatchDeps): void {
  const { status, code, firstByteMs, promptTokens = 0, completionTokens = 0, quota = 0 } = end
  const ms = performance.now() - call.startedAt
  const channel = tried.at(-1)?.id
  const ended: EndedCall = {
    dialect: call.endpoint.format,
    model,
    channel: channel ?? 0,
    status,
    attempts: tried.length,
    seconds: ms / 1000,
    promptTokens,
    completionTokens,
    quota,
  }
  if (firstByteMs !== undefined) ended.firstSeconds = firstByteMs / 1000
  meter.ended(ended)
  call.trace?.end({ model, channel: channel ?? 0, ...end })
  if (!log.isLevelEnabled('debug')) return
  log.debug(
    { requestId: call.requestId, model, channel, status, code, quota: end.quota, ms: Math.round(ms) },
    'a call has ended',
  )
}
