import { type ErrorDialect, withRequestId } from '../../errors/write-error.ts'
import { openAiErrors, openAiWords } from '../openai-chat/errors.ts'

/** https://platform.openai.com/docs/api-reference/responses-streaming/error */
export const responsesErrors: ErrorDialect = {
  name: 'openai-responses',
  body: openAiErrors.body,
  event: failure => {
    const { type, code } = openAiWords(failure)
    return {
      type: 'error',
      code: code ?? type,
      message: withRequestId(failure),
      param: failure.param ?? null,
      sequence_number: 0,
    }
  },
  eventName: 'error',
}
