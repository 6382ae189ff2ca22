import { type ChargeRule, cacheSavingsOf, LOG_TYPE, type LogOther } from '@tollgate/contract'
import type { NewLogRow } from '../../platform/storage/schema.ts'
import type { ErrorResponse } from '../errors/error-response.ts'
import type { LoggedCall } from '../request/logged-call.ts'
import { lossText } from '../response/losses-header.ts'

/** Makes the row of an answered call. */
export function consumeRow(
  logged: LoggedCall,
  now: number,
  charged: { quota: number; promptTokens: number; completionTokens: number; other: LogOther },
): NewLogRow {
  const row: NewLogRow = commonColumns(logged, now, LOG_TYPE.consume)
  row.quota = charged.quota
  row.prompt_tokens = charged.promptTokens
  row.completion_tokens = charged.completionTokens
  row.cache_tokens = charged.other.cache_tokens ?? 0
  row.cache_saved = cacheSavingsOf(charged.other)
  row.error_code = charged.other.error_code ?? ''
  if (logged.isStream) row.first_token_ms = charged.other.frt ?? -1
  row.other = JSON.stringify(Object.assign(commonOther(logged), charged.other))
  return row
}

/** Makes the row of a failed call. `rule`: where the request had been sent to an upstream. */
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
) {
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
  }
}

function commonOther(logged: LoggedCall): LogOther {
  const { call, model, reasoningEffort, sentRequest, tried, routing, attempts = [], counted } = logged
  const { model: upstreamModel = model, effort = reasoningEffort, losses = [], outputLimit } = sentRequest ?? {}
  const other: LogOther = { request_path: call.endpoint.path }
  if (upstreamModel !== model) {
    other.is_model_mapped = true
    other.upstream_model_name = upstreamModel
  }
  if (effort) other.reasoning_effort = effort
  if (outputLimit !== undefined) other.output_limit = outputLimit
  if (losses.length > 0) other.losses = losses.map(lossText)
  other.admin_info = { use_channel: tried.map(channel => String(channel.id)), ...(routing && { routing }) }
  if (attempts.length > 0) other.admin_info.attempts = attempts
  if (counted) other.admin_info.counted = counted
  return other
}
