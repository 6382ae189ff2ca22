import type { Settle } from '../billing/settlement.ts'
import type { RelayCall } from '../relay-call.ts'
import { lossesHeader } from './losses-header.ts'
import type { Receiver } from './receiver.ts'
import type { WholeResponse } from './upstream-response.ts'

/** Settles a whole response, then hands its bytes on. */
export async function deliverWhole(
  answer: WholeResponse,
  call: RelayCall,
  settle: Settle,
  { signal }: Receiver,
): Promise<Response> {
  await settle(signal.aborted ? 'client_before' : 'complete')
  return new Response(answer.bytes as Uint8Array<ArrayBuffer>, {
    status: answer.status,
    headers: {
      'content-type': answer.contentType,
      'x-request-id': call.requestId,
      ...lossesHeader(answer.sentRequest.losses),
    },
  })
}
