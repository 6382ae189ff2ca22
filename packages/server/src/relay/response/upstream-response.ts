import type { Redactor, StreamObserver, Tally } from '@tollgate/gateway'
import type { HoldExtender } from '../hold/hold-extender.ts'
import type { UpstreamChunks } from '../upstream/call-upstream.ts'
import type { SentRequest } from '../upstream/upstream-request.ts'

/** An upstream's response that was read whole. */
export interface WholeResponse {
  kind: 'whole'
  sentRequest: SentRequest
  status: number
  contentType: string
  bytes: Uint8Array
  tally: Tally
}

/** An upstream's response that has begun to stream: its first bytes have arrived and are no error. */
export interface StreamedResponse {
  kind: 'stream'
  sentRequest: SentRequest
  status: number
  contentType: string
  upstream: UpstreamChunks
  extender: HoldExtender
  observer: StreamObserver
  /** Removes the operator's secrets from what the upstream says about itself. */
  redactor: Redactor
  /** The bytes are the upstream's own, not converted ones. */
  isOwn: boolean
  /** What the client gets of the first chunk; null: nothing yet. */
  firstBytes: Uint8Array | null
}
