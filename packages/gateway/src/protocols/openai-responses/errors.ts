import { openAiTypes, wordFor } from '../../errors/statuses.ts'
import { type ErrorDialect, withRequestId } from '../../errors/write-error.ts'
import { openAiErrors } from '../openai-chat/errors.ts'

/** https://platform.openai.com/docs/api-reference/responses-streaming/error */
export const responsesErrors: ErrorDialect = {
  name: 'openai-responses',
  body: openAiErrors.body,
  event: failure => ({
    type: 'error',
    code: failure.code ?? failure.type ?? wordFor(openAiTypes, failure.status),
    message: withRequestId(failure),
    param: failure.param ?? null,
    sequence_number: 0,
  }),
  eventName: 'error',
}
