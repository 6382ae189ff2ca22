import type { Follower, Redactor, Tally } from '@tollgate/gateway'
import type { Pace } from './pace.ts'
import type { UpstreamAnswer } from './upstream.ts'
import type { Asked } from './upstream-request.ts'

/** An answer that came whole. */
export interface WholeAnswer {
  kind: 'whole'
  asked: Asked
  status: number
  contentType: string
  bytes: Uint8Array
  tally: Tally
}

/** An answer that began to stream: its first bytes are there and are no error. */
export interface StreamAnswer {
  kind: 'stream'
  asked: Asked
  status: number
  contentType: string
  upstream: UpstreamAnswer
  pace: Pace
  follower: Follower
  /** Hides what of the upstream's words on itself is the operator's. */
  redactor: Redactor
  /** The upstream's own bytes, not converted ones. */
  isOwn: boolean
  /** What the first chunk left for the client; null: nothing yet. */
  firstBytes: Uint8Array | null
}
