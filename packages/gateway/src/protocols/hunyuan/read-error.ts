import type { UpstreamError } from '../../errors/upstream-error.ts'
import { asObject, asText, objectOrEmpty } from '../../raw/json.ts'
import { errorByCode } from '../common/error-by-code.ts'

/**
 * Codes are texts such as `AuthFailure.SignatureFailure`, with HTTP status 200; inside a stream they may be numbers.
 */
export function readError(answer: unknown): UpstreamError | null {
  const { Error: whole, ErrorMsg: streamed } = objectOrEmpty(answer)
  const wire = asObject(whole) ?? asObject(streamed)
  if (!wire) return null
  return errorByCode(asText(wire.Message) ?? asText(wire.Msg), wire.Code, STATUSES)
}

/** By the start of the code. https://cloud.tencent.com/document/api/1729/101835 */
const STATUSES: readonly (readonly [start: string, status: number])[] = [
  ['AuthFailure', 401],
  ['UnauthorizedOperation', 403],
  ['InvalidParameter', 400],
  ['MissingParameter', 400],
  ['UnknownParameter', 400],
  ['LimitExceeded', 429],
  ['RequestLimitExceeded', 429],
  ['ResourceInsufficient', 429],
  ['FailedOperation.EngineRequestTimeout', 504],
  ['InternalError', 500],
]
