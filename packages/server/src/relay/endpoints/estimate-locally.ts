import { canServe, isCount, newTally, noUsage, writeCount } from '@tollgate/gateway'
import type { WholeAnswer } from '../response/upstream-response.ts'
import type { OpenChannel } from '../routing/channel-index.ts'
import type { OutgoingRequest } from '../upstream/strategies/index.ts'
import { upstreamModelOf } from '../upstream/upstream-request.ts'

/**
 * The answer to a client that wants tokens counted, by our own estimate; null: there is an upstream to be asked.
 *
 * @throws ApiError
 */
export function estimateLocally({ call, envelope }: OutgoingRequest, channel: OpenChannel): WholeAnswer | null {
  const { format } = call.endpoint
  const { model } = envelope
  if (!isCount(format) || canServe(channel, format, upstreamModelOf(channel, model))) return null
  return {
    kind: 'whole',
    asked: { model, losses: [{ what: 'count', why: 'estimated' }] },
    status: 200,
    contentType: 'application/json',
    bytes: new TextEncoder().encode(JSON.stringify(writeCount(format, envelope.inputTokens()))),
    // nothing was used
    tally: { ...newTally(), usage: noUsage(), usageIsFinal: true, produced: true, finished: true },
  }
}
