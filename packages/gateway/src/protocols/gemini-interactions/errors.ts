import { geminiStatuses, wordFor } from '../../errors/statuses.ts'
import { type ErrorDialect, type Failure, withRequestId } from '../../errors/write-error.ts'
import type { JsonObject } from '../../raw/json.ts'
import { geminiErrors } from '../gemini/errors.ts'

/** Gemini's errors; a stream has an error event of its own. */
export const interactionsErrors: ErrorDialect = {
  ...geminiErrors,
  eventName: 'error',
  event: failure => ({ event_type: 'error', error: writeFault(failure) }),
}

/** The `error` of such an event. */
export const writeFault = (failure: Failure): JsonObject => ({
  code: wordFor(geminiStatuses, failure.status).toLowerCase(),
  message: withRequestId(failure),
})
