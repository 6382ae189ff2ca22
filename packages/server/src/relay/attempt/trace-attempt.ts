import { ApiError } from '../../platform/http/api-error.ts'
import type { RelayCall } from '../call/relay-call.ts'
import type { OpenChannel } from '../candidates/channel-index.ts'
import { ClientGone } from '../errors/client-gone.ts'
import { AttemptFailure } from '../errors/upstream-failure.ts'

/** Makes an attempt inside its span, where calls are traced: until bytes may go to the client, or it failed. */
export async function traceAttempt<Answer extends { status: number }>(
  { trace }: RelayCall,
  { id, type }: Pick<OpenChannel, 'id' | 'type'>,
  attempt: () => Promise<Answer>,
): Promise<Answer> {
  if (!trace) return attempt()
  const span = trace.attempt({ channel: id, channelType: type })
  try {
    const answer = await attempt()
    span.end({ status: answer.status })
    return answer
  } catch (error) {
    span.end(failureOf(error))
    throw error
  }
}

/** By codes and statuses alone: an upstream's own words may say anything. */
function failureOf(error: unknown): { status?: number; code: string } {
  if (error instanceof ClientGone) return { code: 'client_gone' }
  const reason = error instanceof AttemptFailure ? error.reason : error
  if (reason instanceof ApiError) return { status: reason.status, code: reason.code }
  return error instanceof AttemptFailure ? { status: error.status, code: 'upstream_error' } : { code: 'internal' }
}
