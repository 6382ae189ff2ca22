import { anthropicTypes, wordFor } from '../../errors/statuses.ts'
import { type ErrorDialect, withRequestId } from '../../errors/write-error.ts'

export const anthropicErrors: ErrorDialect = {
  name: 'anthropic',
  // Anthropic's clients switch on Anthropic's own types and do not know ours.
  body: failure => ({
    type: 'error',
    error: {
      type: wordFor(anthropicTypes, failure.status),
      message: withRequestId(failure),
      ...(failure.detail && { details: { error_code: failure.detail } }),
    },
    request_id: failure.requestId,
  }),
  eventName: 'error',
  bodyType: 'error',
  // At 403 they report that the user is not signed in, without the reason. https://docs.anthropic.com/en/api/errors
  quotaStatus: 402,
}
