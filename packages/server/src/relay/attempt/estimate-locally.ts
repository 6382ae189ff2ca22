import { canServe, isCount, newTally, noUsage, writeCount } from '@tollgate/gateway'
import type { OpenChannel } from '../candidates/channel-index.ts'
import type { WholeResponse } from '../response/upstream-response.ts'
import type { OutgoingRequest } from '../upstream/strategies/index.ts'
import { upstreamModelOf } from '../upstream/upstream-request.ts'

/**
 * Answers a request to count tokens by an estimate of the gateway; null: an upstream can count them.
 *
 * @throws ApiError
 */
export function estimateLocally({ call, envelope }: OutgoingRequest, channel: OpenChannel): WholeResponse | null {
  const { format } = call.endpoint
  const { model } = envelope
  if (!isCount(format) || canServe(channel, format, upstreamModelOf(channel, model))) return null
  return {
    kind: 'whole',
    sentRequest: { model, losses: [{ what: 'count', why: 'estimated' }] },
    status: 200,
    contentType: 'application/json',
    bytes: new TextEncoder().encode(JSON.stringify(writeCount(format, envelope.inputTokens()))),
    // it costs nothing
    tally: { ...newTally(), usage: noUsage(), usageIsFinal: true, produced: true, finished: true },
  }
}
