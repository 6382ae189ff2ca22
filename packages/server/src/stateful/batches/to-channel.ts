import { tryChannels } from '../../relay/attempt/try-channels.ts'
import { tryKeys } from '../../relay/attempt/try-keys.ts'
import type { OpenChannel } from '../../relay/candidates/channel-index.ts'
import type { BatchCallContext } from './serve-batch-call.ts'

/**
 * Sends something to one of the channels, and tries further keys and channels on failure, like calls.
 *
 * @throws RoutingFailure
 */
export async function toChannel<Answer>(
  candidates: readonly OpenChannel[],
  { admission, deps }: BatchCallContext,
  attempt: (channel: OpenChannel) => Promise<Answer>,
): Promise<Answer> {
  const { health, keyStates, attemptFailed, options, random } = deps
  const retryTimes = admission.channelId === undefined ? options.get('RetryTimes') : 0
  const attempts: OpenChannel[] = []
  const one = (channel: OpenChannel) => {
    attempts.push(channel)
    return attempt(channel)
  }
  const trying = { keyStates, mayTryAgain: () => attempts.length <= retryTimes }
  const { answer } = await tryChannels(candidates, channel => tryKeys(channel, one, trying), {
    health,
    attemptFailed,
    retryTimes,
    random,
    attempts,
  })
  return answer
}
