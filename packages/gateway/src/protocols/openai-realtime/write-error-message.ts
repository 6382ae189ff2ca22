import type { Failure } from '../../errors/write-error.ts'
import { openAiErrors } from '../openai-chat/errors.ts'

/** Returns a live session's error message. */
export const writeErrorMessage = (failure: Failure): string =>
  JSON.stringify({ type: 'error', event_id: `evt_${failure.requestId}`, ...openAiErrors.body(failure) })
