import { relayError } from '../call/relay-error.ts'
import type { KeyOfChannel, OpenChannel } from '../candidates/channel-index.ts'
import { withKey } from '../candidates/keys/channel-keys.ts'
import { AttemptFailure } from '../errors/upstream-failure.ts'
import type { KeyStates } from '../plan/keys/key-states.ts'

interface Trying {
  keyStates: KeyStates
  /** Whether the call has an attempt left. */
  mayTryAgain(): boolean
  /** The id of the key to try first if it is healthy. */
  preferred?: string | undefined
}

/**
 * Makes an attempt on a channel. If a key is at fault, tries the channel's other keys as far as attempts are left.
 * A key's failure counts against the channel only if no other key is left.
 *
 * @param attempt gets the channel with one key
 * @throws AttemptFailure | ClientGone
 */
export function tryKeys<Answer>(
  channel: OpenChannel,
  attempt: (channel: OpenChannel) => Promise<Answer>,
  trying: Trying,
): Promise<Answer> {
  return channel.keys ? tryEach(channel, attempt, trying) : attempt(channel)
}

async function tryEach<Answer>(
  channel: OpenChannel,
  attempt: (channel: OpenChannel) => Promise<Answer>,
  { keyStates, mayTryAgain, preferred = '' }: Trying,
): Promise<Answer> {
  const tried: KeyOfChannel[] = []
  let key = preferredKey(channel, preferred, keyStates) ?? keyStates.pick(channel, tried)
  if (!key) throw new AttemptFailure(relayError('channel_no_key'), null, null)
  for (;;) {
    tried.push(key)
    const beganAt = performance.now()
    try {
      const answer = await attempt(key.channel)
      keyStates.succeeded(channel.id, key)
      return answer
    } catch (error) {
      if (!(error instanceof AttemptFailure) || !keyStates.failed(channel, key, error, beganAt)) throw error
      const next = keyStates.pick(channel, tried)
      if (!next) throw ofAllKeys(error, keyStates.restSeconds(channel))
      error.isOfOneKey = true
      if (!mayTryAgain()) throw error
      key = next
    }
  }
}

function preferredKey(channel: OpenChannel, id: string, keyStates: KeyStates): KeyOfChannel | undefined {
  const found = withKey(channel, id)
  const key = found === channel ? undefined : channel.keys?.all.find(({ channel }) => channel === found)
  return key && keyStates.isWell(channel.id, key) ? key : undefined
}

/** Makes the channel rest until the first of its keys may be used again. */
function ofAllKeys(failure: AttemptFailure, restSeconds: number): AttemptFailure {
  if (restSeconds <= 0) return failure
  const { reason, ownBody, sentRequest } = failure
  const failed = new AttemptFailure(reason, ownBody, String(restSeconds))
  if (sentRequest) failed.sentRequest = sentRequest
  return failed
}
