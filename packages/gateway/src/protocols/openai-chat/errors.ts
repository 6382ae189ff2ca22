import { openAiTypes, wordFor } from '../../errors/statuses.ts'
import { type ErrorDialect, withRequestId } from '../../errors/write-error.ts'

/** Errors as OpenAI's clients know them, except in streams of Responses. */
export const openAiErrors: ErrorDialect = {
  name: 'openai',
  body: failure => ({
    error: {
      message: withRequestId(failure),
      type: failure.type ?? wordFor(openAiTypes, failure.status),
      param: failure.param ?? null,
      code: failure.code ?? null,
    },
  }),
}
