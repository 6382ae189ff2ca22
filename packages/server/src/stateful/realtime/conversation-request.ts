import type { Conversation } from '@tollgate/gateway'
import type { ChargedRequest } from '../../relay/request/envelope.ts'

/** Returns the request of a response: the current conversation. */
export function conversationRequest(model: string, conversation: Conversation): ChargedRequest {
  const { textTokens, soundSeconds, cachedTokens } = conversation
  return {
    model,
    text: '',
    member: () => undefined,
    inputTokens: () => Math.ceil(textTokens),
    maxTokens: undefined,
    choices: 1,
    soundSeconds,
    cachedTokens,
  }
}
