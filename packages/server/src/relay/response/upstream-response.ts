import type { Redactor, StreamObserver, Tally } from '@tollgate/gateway'
import type { HoldExtender } from '../billing/hold-extender.ts'
import type { UpstreamAnswer } from '../upstream/call-upstream.ts'
import type { SentRequest } from '../upstream/upstream-request.ts'

/** An answer that came whole. */
export interface WholeAnswer {
  kind: 'whole'
  asked: SentRequest
  status: number
  contentType: string
  bytes: Uint8Array
  tally: Tally
}

/** An answer that began to stream: its first bytes are there and are no error. */
export interface StreamAnswer {
  kind: 'stream'
  asked: SentRequest
  status: number
  contentType: string
  upstream: UpstreamAnswer
  extender: HoldExtender
  observer: StreamObserver
  /** Hides what of the upstream's words on itself is the operator's. */
  redactor: Redactor
  /** The upstream's own bytes, not converted ones. */
  isOwn: boolean
  /** What the first chunk left for the client; null: nothing yet. */
  firstBytes: Uint8Array | null
}
