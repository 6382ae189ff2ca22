import type { UpstreamError } from '../../errors/upstream-error.ts'
import { asObjects, asText, dig, type JsonObject } from '../../raw/json.ts'
import { type CodeStatuses, errorByCode } from '../common/error-by-code.ts'
import { failure } from '../common/plain-answer.ts'

/** https://help.aliyun.com/zh/model-studio/error-code */
const STATUSES: CodeStatuses = [
  ['InvalidApiKey', 401],
  ['AccessDenied', 403],
  ['Arrearage', 402],
  ['Throttling', 429],
  ['ModelNotFound', 404],
  ['DataInspectionFailed', 400],
  ['Invalid', 400],
  ['InternalError', 500],
]

/** Returns the error that DashScope reports with status 200, in its own answers and in failed tasks; null: no error. */
export function readDashScopeError(body: JsonObject): UpstreamError | null {
  const places = [body, dig(body, 'output'), ...asObjects(dig(body, 'output.results'))]
  for (const place of places) {
    const [code, message] = [asText(dig(place, 'code')), asText(dig(place, 'message'))]
    if (code !== null || message !== null) return errorByCode(message, code, STATUSES)
  }
  const status = asText(dig(body, 'output.task_status'))
  if (status === 'PENDING' || status === 'RUNNING') return failure('The images were not finished in time', status, 504)
  return status === null || status === 'SUCCEEDED' ? null : failure(`The task ended as ${status}`, status, 502)
}
