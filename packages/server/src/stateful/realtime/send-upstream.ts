import { type Conversation, factsIn, type RealtimeMessage } from '@tollgate/gateway'
import type { LoggedCall } from '../../relay/request/logged-call.ts'
import type { Message } from '../../relay/upstream/transports/end.ts'
import type { UpstreamSocket } from '../../relay/upstream/transports/index.ts'
import type { SentRequest } from '../../relay/upstream/upstream-request.ts'
import type { StatefulDeps } from '../stateful-deps.ts'
import { readClientMessage } from './client-message.ts'
import { outgoingMessage } from './outgoing-message.ts'
import type { PendingResponse } from './pending-response.ts'
import type { Responses } from './responses.ts'

const AUDIO = 'input_audio_buffer.append'
const RESPONSE_CREATE = 'response.create'

interface Sending {
  logged: LoggedCall
  sentRequest: SentRequest
  conversation: Conversation
  responses: Pick<Responses, 'allow' | 'hear'>
  upstream: Pick<UpstreamSocket, 'send'>
  pending: PendingResponse
  isOver(): boolean
  hasLeft(): boolean
  /** A request for a response went up. */
  requested(): void
}

/**
 * Makes the function that sends a client's messages upstream, each with a hold for the response that it may lead to.
 *
 * @throws ApiError, the function: the message did not go up
 */
export function makeSendUpstream(
  { logged, sentRequest, conversation, responses, upstream, pending, isOver, hasLeft, requested }: Sending,
  { contentFilter }: Pick<StatefulDeps, 'contentFilter'>,
): (message: Message) => Promise<void> {
  let hasSpoken = false

  /** Adds a message to the conversation, with a hold for the response that it may lead to. */
  async function holdFor(parsed: RealtimeMessage): Promise<void> {
    const takeBack = conversation.addClientMessage(parsed)
    try {
      hasSpoken ||= parsed.type === AUDIO
      if (parsed.type === RESPONSE_CREATE) await responses.allow(pending.open)
      // an upstream that detects turns reads it with the speech
      else if (hasSpoken) await responses.hear()
    } catch (error) {
      takeBack()
      throw error
    }
  }

  return async message => {
    const { text, parsed } = readClientMessage(message)
    const isRequest = parsed.type === RESPONSE_CREATE
    if (parsed.type !== AUDIO) {
      contentFilter({ text })
      conversation.pointsOutside ||= factsIn('openai-realtime', text).outside > 0
    }
    const outgoing = parsed.type === AUDIO ? text : outgoingMessage(text, parsed, { logged, sentRequest })
    // Each response has a hold of its own.
    if (isRequest) await pending.free
    if (isOver() || (isRequest && hasLeft())) return
    await holdFor(parsed)
    if (isOver()) return
    upstream.send(outgoing)
    if (!isRequest) return
    conversation.ask()
    pending.requested()
    requested()
  }
}
