import type { WriteAnswerContext } from '@tollgate/gateway'
import { type Outgoing, streamsJson } from './way.ts'

/** What an answer in the client's words says of the call itself. */
export const answerContext = ({ call, envelope }: Outgoing) =>
  ({
    model: envelope.model,
    id: call.id,
    requestId: call.requestId,
    created: Math.floor(Date.now() / 1000),
    includeUsage: envelope.wantsUsage,
    asArray: streamsJson(call),
    asked: JSON.parse(envelope.text),
  }) satisfies WriteAnswerContext
