import type { UpstreamError } from '@tollgate/gateway'
import { ApiError } from '../../../platform/http/api-error.ts'
import type { RelayErrorCode } from '../../call/relay-error.ts'
import type { AttemptFailure } from '../../errors/upstream-failure.ts'

/** What a failed attempt means. */
export interface Verdict {
  isRetriable: boolean
  /** Who is at fault. `request`: the channel is healthy; `unknown`: it tells nothing about the channel. */
  blames: 'channel' | 'model' | 'request' | 'unknown'
  /** It timed out. */
  isSilence: boolean
}

/** Faults of a streamed form, found while it is sent. */
const BAD_UPLOADS: readonly RelayErrorCode[] = ['body_not_form', 'body_too_large', 'body_too_slow']
/** Failures of the gateway itself, whatever the channel. */
const GATEWAY_FAILURES: readonly RelayErrorCode[] = ['shutting_down', 'memory_used_up', 'user_memory_used_up']
const SILENCES: ReadonlySet<string> = new Set<RelayErrorCode>([
  'upstream_connect_timeout',
  'upstream_first_byte_timeout',
  'upstream_silent',
])

/** An answer that is too long would be elsewhere too, and a stopping server does not retry. */
const NOT_RETRIED: ReadonlySet<string> = new Set<RelayErrorCode>([
  'upstream_too_large',
  ...GATEWAY_FAILURES,
  ...BAD_UPLOADS,
])

/** A faulty request would fail elsewhere too; 504 and 524 have already taken long. */
const REQUEST_STATUSES = new Set([400, 405, 406, 409, 410, 411, 413, 414, 415, 416, 417, 422, 431])
const SLOW_STATUSES = new Set([504, 524])

/**
 * Decides whether another channel may be tried, and who is at fault.
 *
 * @param models the client's and the upstream's name of the model
 */
export function verdictOf({ reason, status, isOfOneKey }: AttemptFailure, models: readonly string[]): Verdict {
  if (isOfOneKey) return { isRetriable: true, blames: 'unknown', isSilence: false }
  if (reason instanceof ApiError) {
    const isSilence = SILENCES.has(reason.code)
    const isGateways = GATEWAY_FAILURES.some(code => code === reason.code)
    // The client's request is at fault, or the gateway wrote it wrongly.
    const isRequests = reason.type === 'invalid_request_error'
    const blames = isGateways || isRequests ? 'unknown' : 'channel'
    return { isRetriable: !NOT_RETRIED.has(reason.code), blames, isSilence }
  }
  if (isOfModel(reason, status, models)) return { isRetriable: true, blames: 'model', isSilence: false }
  if (REQUEST_STATUSES.has(status)) return { isRetriable: false, blames: 'request', isSilence: false }
  return { isRetriable: !SLOW_STATUSES.has(status), blames: status === 404 ? 'request' : 'channel', isSilence: false }
}

/** Error codes about the model, in lower case without `_` and `.`. */
const MODEL_CODES: ReadonlySet<string> = new Set([
  'modelnotfound',
  'modelnotexist',
  'modelnotavailable',
  'modelnotopen',
  'modeloverloaded',
  'engineoverloaded',
  'engineoverloadederror',
  'overloadederror',
  'deploymentnotfound',
  'invalidendpointormodelnotfound',
])
/** Statuses whose message may name the model at fault. */
const STATUSES_OF_MODELS = new Set([404, 429, 503])
/** Anthropic's own status. https://docs.anthropic.com/en/api/errors */
const OVERLOADED = 529

function isOfModel({ code, type, message }: UpstreamError, status: number, models: readonly string[]): boolean {
  if (status === OVERLOADED) return true
  if ([code, type].some(word => typeof word === 'string' && MODEL_CODES.has(plain(word)))) return true
  if (!STATUSES_OF_MODELS.has(status)) return false
  const text = message.toLowerCase()
  return models.some(model => model.length > 2 && text.includes(model.toLowerCase()))
}

const plain = (word: string): string => word.toLowerCase().replace(/[_.\s]/g, '')
