import type { WriteAnswerContext } from '@tollgate/gateway'
import { once } from '../../../once.ts'
import { type OutgoingRequest, streamsJson } from './strategy.ts'

/** What an answer in the client's words says of the call itself. */
export function answerContext({ call, envelope }: OutgoingRequest) {
  // most clients are told nothing of it
  const asked = once(() => JSON.parse(envelope.text))
  return {
    model: envelope.model,
    id: call.id,
    requestId: call.requestId,
    created: Math.floor(Date.now() / 1000),
    includeUsage: envelope.wantsUsage,
    asArray: streamsJson(call),
    get asked() {
      return asked()
    },
  } satisfies WriteAnswerContext
}
