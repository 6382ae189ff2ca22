import { geminiStatuses, wordFor } from '../../errors/statuses.ts'
import { type ErrorDialect, withRequestId } from '../../errors/write-error.ts'

export const geminiErrors: ErrorDialect = {
  name: 'gemini',
  body: failure => ({
    error: {
      code: failure.status,
      message: withRequestId(failure),
      status: wordFor(geminiStatuses, failure.status),
    },
  }),
}
