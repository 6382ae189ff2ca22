import { type ChargeRule, LOG_TYPE, type LogOther } from '@tollgate/contract'
import type { NewLogRow } from '../../storage/schema.ts'
import type { ErrorResponse } from '../errors/error-response.ts'
import type { RelayCall } from '../relay-call.ts'
import type { TokenIdentity } from '../request/token-index.ts'
import { lossText } from '../response/losses-header.ts'
import type { OpenChannel } from '../routing/channel-index.ts'
import type { SentRequest } from '../upstream/upstream-request.ts'

/** The facts of a call for its log row. Times are unix seconds. */
export interface LoggedCall {
  call: RelayCall
  identity: TokenIdentity
  model: string
  group: string
  isStream: boolean
  tried: readonly OpenChannel[]
  /** As the client wrote it. */
  reasoningEffort?: string
  /** The request sent to the last channel's upstream; absent: none was sent. */
  sentRequest?: SentRequest
}

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
  row.other = JSON.stringify(Object.assign(commonOther(logged), charged.other))
  return row
}

/** Makes the row of a failed call. `rule`: where the request had been sent to an upstream. */
export function errorRow(logged: LoggedCall, now: number, failed: ErrorResponse, rule?: ChargeRule): NewLogRow {
  const channel = logged.tried.at(-1)
  return {
    ...commonColumns(logged, now, LOG_TYPE.error),
    content: failed.message,
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

function commonColumns({ call, identity, model, group, isStream, tried }: LoggedCall, now: number, type: number) {
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
    use_time: Math.round((performance.now() - call.startedAt) / 1000),
    channel_id: tried.at(-1)?.id ?? 0,
    request_id: call.requestId,
  }
}

function commonOther({ call, model, reasoningEffort, sentRequest, tried }: LoggedCall): LogOther {
  const { model: upstreamModel = model, effort = reasoningEffort, losses = [], outputLimit } = sentRequest ?? {}
  const other: LogOther = { request_path: call.endpoint.path }
  if (upstreamModel !== model) {
    other.is_model_mapped = true
    other.upstream_model_name = upstreamModel
  }
  if (effort) other.reasoning_effort = effort
  if (outputLimit !== undefined) other.output_limit = outputLimit
  if (losses.length > 0) other.losses = losses.map(lossText)
  other.admin_info = { use_channel: tried.map(channel => String(channel.id)) }
  return other
}
