import type { AskedSearch, WriteAnswerContext } from '@tollgate/gateway'
import { once } from '../../../platform/process/once.ts'
import { type OutgoingRequest, streamsJson } from './request-strategy.ts'

/** Returns the facts about the call that an answer in the client's dialect contains. */
export function answerContext({ call, envelope }: OutgoingRequest, search?: AskedSearch) {
  // few dialects repeat the request in the answer
  const asked = once(() => JSON.parse(envelope.text))
  return {
    model: envelope.model,
    id: call.id,
    requestId: call.requestId,
    created: Math.floor(Date.now() / 1000),
    includeUsage: envelope.wantsUsage,
    asArray: streamsJson(call),
    get estimatedInput() {
      return envelope.inputTokens()
    },
    ...(search && { search }),
    ...(call.stored?.members && { stored: call.stored.members }),
    get asked() {
      return asked()
    },
  } satisfies WriteAnswerContext
}
